using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>Answers as told, and fails when told.</summary>
internal sealed class StubTarget(Func<CancellationToken, ValueTask<RequestOutcome>> answer) : LoadTarget
{
    public StubTarget(Func<RequestOutcome> answer)
        : this(_ => ValueTask.FromResult(answer()))
    {
    }

    // Continuations run at once: on another thread the simulated clock would outrun them.
    private readonly TaskCompletionSource<string> _failure = new();

    private int _trials;

    public override string Name => "a stub";

    public override Uri Address { get; } = new("http://127.0.0.1:1/");

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => FindProcesses();

    public override TargetInstances? Instances => Killable;

    public TargetInstances? Killable { get; set; }

    public Func<IReadOnlyList<(string Name, int ProcessId)>> FindProcesses { get; init; } = () => [];

    /// <summary>A trial takes milliseconds of real time: one tick that another machine took would count as a disturbance.</summary>
    public override CpuReading? ReadMachine() => null;

    public Func<SharedLimit?> FindSharedLimit { get; init; } = () => null;

    /// <summary>Trials that were started, probes and warm-ups included.</summary>
    public int Trials => _trials;

    /// <summary>That of the last trial.</summary>
    public HttpLoadClient? Client { get; private set; }

    /// <summary>Of every answer to clients that look into it; UTF-8.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>An answer that does not come, as from a process that has ended, until the request is cancelled.</summary>
    public static async ValueTask<RequestOutcome> NoAnswerAsync(CancellationToken cancellationToken)
    {
        await new TaskCompletionSource().Task.WaitAsync(cancellationToken);
        return default;
    }

    public void Fail(string how) => _failure.TrySetResult(how);

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant)
    {
        Interlocked.Increment(ref _trials);
        Client = client;
        return (_, token) => answer(token);
    }

    public override Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client) =>
        async (_, token) => new HttpAnswer(await answer(token), [], Body);

    public override async Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken) => FindSharedLimit();

    public override Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        _failure.Task.WaitAsync(cancellationToken);

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
