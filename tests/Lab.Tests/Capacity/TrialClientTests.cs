using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>The HTTP client that a runner's trials share.</summary>
public sealed class TrialClientTests
{
    private const int Requests = 3;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly PlannedTrial Plan = new(TrialPurpose.Doubling, Rate: 100, Seconds: 0.5, SettlingSeconds: 1);

    /// <summary>The server answers none of the requests before all of them are there.</summary>
    [Fact]
    public async Task RunAsync_RequestsAtTheSameTime_HaveConnectionsOfTheirOwn()
    {
        var (waiting, all) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        await using var server = await StubServer.StartAsync();
        server.BeforeAnswer = _ =>
        {
            if (Interlocked.Increment(ref waiting) == Requests)
            {
                all.SetResult();
            }

            return all.Task;
        };
        await using var target = new StubTarget(() => default);
        using var runner = new TrialRunner(target, LoadVariant.Usual, TimeSpan.FromSeconds(1), new ManualTimeProvider());
        await runner.RunAsync(Plan, new CancellationToken(canceled: true));
        var request = PreparedRequest.Get(new Uri(server.Address));

        var outcomes = await Task.WhenAll(Enumerable.Range(0, Requests).Select(
            _ => target.Client!.SendAsync(request, TestContext.Current.CancellationToken).AsTask()))
            .WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.All(outcomes, outcome => Assert.Equal(200, outcome.StatusCode));
        Assert.Equal(Requests, server.Connections.Accepted);
    }
}
