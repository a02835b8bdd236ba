using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostLoadTests
{
    /// <summary>No answer comes before each user has sent a request: none finds a connection that another has left.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task SaturateAsync_ByTheLabsEngine_OpensTheGivenConnections(int connections)
    {
        await using var server = await StubServer.StartAsync();
        var (sent, all) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        server.BeforeAnswer = _ =>
        {
            if (Interlocked.Increment(ref sent) == connections)
            {
                all.SetResult();
            }

            return all.Task;
        };
        var running = new RunningTarget(new Uri(server.Address), ProcessId: null);

        var trial = await new CostLoad(watchesWrites: true, TimeProvider.System).SaturateAsync(
            running, connections, TimeSpan.FromSeconds(3), TestContext.Current.CancellationToken);

        // One more connection only finds out whether the server listens.
        Assert.Equal((1 + connections, 0L), (server.Connections.Accepted, trial.Failed));
        Assert.True(trial.Answered >= connections, $"{trial.Answered} answers");
        Assert.True(trial.P50Ms.Milliseconds <= trial.P75Ms.Milliseconds && trial.P75Ms.Milliseconds <= trial.P90Ms.Milliseconds);
        Assert.True(trial.P99Ms.Milliseconds <= trial.P999Ms.Milliseconds && trial.P999Ms.Milliseconds <= trial.MaxMs.Milliseconds);
        Assert.Null(trial.Writes);
    }
}
