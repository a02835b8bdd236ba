using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>What load is put on, apart from the tuning tests.</summary>
internal abstract class LoadTarget : IAsyncDisposable
{
    /// <summary>As reports name it.</summary>
    public abstract string Name { get; }

    /// <summary>The processes that it consists of, without the load generator's own.</summary>
    public abstract IReadOnlyList<(string Name, int ProcessId)> Processes { get; }

    /// <summary>A user's request, or an arrival's.</summary>
    /// <exception cref="LabException">The target does not speak the variant's protocol.</exception>
    public abstract UserAction RequestBy(HttpLoadClient client, LoadVariant variant);

    /// <summary>The same over HTTP/1.1, for clients that look into the answer.</summary>
    public abstract Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client);

    /// <summary>
    /// What all instances would use together, from what was used so far; null where nothing is known of such a limit.
    /// </summary>
    public virtual Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken) =>
        Task.FromResult<SharedLimit?>(null);

    /// <summary>Completes with a sentence when the target fails; not before it is cancelled where nobody would notice.</summary>
    public abstract Task<string> WaitForFailureAsync(CancellationToken cancellationToken);

    public abstract ValueTask DisposeAsync();

    /// <summary>Processor time used so far by all processes and the load generator.</summary>
    public TimeSpan ReadCpu() => Processes.Select(process => process.ProcessId).Append(Environment.ProcessId)
        .Aggregate(TimeSpan.Zero, (sum, id) => sum + (ProcessReading.Find(id)?.Cpu ?? TimeSpan.Zero));
}

/// <summary>What all instances use together, and the rate in requests per second that it allows.</summary>
public sealed record SharedLimit(string Name, double Rate);
