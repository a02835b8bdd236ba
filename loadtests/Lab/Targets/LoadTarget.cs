namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>A target of load, apart from the tuning tests.</summary>
internal abstract class LoadTarget : IAsyncDisposable
{
    /// <summary>The name in reports.</summary>
    public abstract string Name { get; }

    /// <summary>The address to which connections without requests are opened.</summary>
    public abstract Uri Address { get; }

    /// <summary>The processes of the target, without the load generator.</summary>
    public abstract IReadOnlyList<(string Name, int ProcessId)> Processes { get; }

    /// <summary>The instances that can be killed and started again; null if there are none.</summary>
    public virtual TargetInstances? Instances => null;

    /// <summary>The client of a load: by default the one that the lab suggests.</summary>
    public virtual HttpLoadOptions Configure(HttpLoadOptions options) => options;

    /// <summary>The request of one user or one arrival.</summary>
    /// <exception cref="LabException">The target does not support the protocol of the variant.</exception>
    public abstract UserAction RequestBy(HttpLoadClient client, LoadVariant variant);

    /// <summary>The same request over HTTP/1.1, for clients that read the answer: by default without headers and body.</summary>
    public virtual Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client)
    {
        var request = RequestBy(client, LoadVariant.Usual);
        return async (turn, token) => new HttpAnswer(await request(turn, token), [], default);
    }

    /// <summary>The limit that all instances share, estimated from the use so far; null if no such limit is known.</summary>
    public virtual Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken) =>
        Task.FromResult<SharedLimit?>(null);

    /// <summary>Completes with a sentence when the target fails; never for a program that the lab did not start.</summary>
    public virtual Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        WatchedSystem.NeverFailsAsync(cancellationToken);

    /// <summary>The target as a run measures it. After a restart of services, a new one is needed.</summary>
    public virtual WatchedSystem Watched => new(Emulator: null, Container: "", () => Processes, WaitForFailureAsync);

    public virtual ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>CPU times of the machine so far; null if the system does not report them.</summary>
    public virtual CpuReading? ReadMachine() => CpuReading.Now();

    /// <summary>All processes that run, and the load generator.</summary>
    public IReadOnlyList<(string Name, int ProcessId, ProcessReading Reading)> ReadProcesses() =>
    [
        .. from process in Processes.Append((Name: ProcessUsageSampler.LoadGenerator, ProcessId: Environment.ProcessId))
           let reading = ProcessReading.Find(process.ProcessId)
           where reading is not null
           select (process.Name, process.ProcessId, reading.Value),
    ];

    /// <summary>Processor time used so far.</summary>
    public static TimeSpan SumCpu(IReadOnlyList<(string Name, int ProcessId, ProcessReading Reading)> processes) =>
        processes.Aggregate(TimeSpan.Zero, (sum, process) => sum + process.Reading.Cpu);
}

/// <summary>Several instances of a service of the target. Their numbers start at 1.</summary>
/// <param name="Ports">The port of each, on which it gets its requests.</param>
/// <param name="KillAsync">Kills the instance with that number at once.</param>
/// <param name="RestartAsync">Starts it again on its port, and waits until it is ready.</param>
internal sealed record TargetInstances(
    IReadOnlyList<int> Ports, Func<int, Task> KillAsync, Func<int, CancellationToken, Task> RestartAsync);

/// <summary>A resource that all instances use together, and the rate in requests per second that it allows.</summary>
public sealed record SharedLimit(string Name, double Rate);
