using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Load;

public sealed class LoadMonitorTests
{
    [Theory]
    [InlineData(40, 3, 0, "  10 of 60 s  40 users  20 req/s  p50 – ms  p99 – ms  errors 2")]
    [InlineData(1, 1, 0, "  10 of 60 s  1 user  20 req/s  p50 – ms  p99 – ms  errors 2")]
    [InlineData(0, 1_200, 5, "  10 of 60 s  1,200 in flight  20 req/s  p50 – ms  p99 – ms  errors 2  dropped 5")]
    public async Task Say_ClosedOrOpenLoop_SaysUsersOrRequestsInFlight(int users, int inFlight, long dropped, string expected)
    {
        var time = new ManualTimeProvider();
        var monitor = new LoadMonitor();
        monitor.Show(() => new RunSnapshot(
            RunPhase.Measuring, TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(60), users, inFlight, 20, default, default, 100, 2)
        {
            Dropped = dropped,
        });
        var said = new TaskCompletionSource<string>();
        var load = new TaskCompletionSource();

        var saying = monitor.SayAsync(
            line => said.TrySetResult(line), TimeSpan.FromSeconds(60), load.Task, time, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromSeconds(10));

        Assert.Equal(expected, await said.Task);
        load.SetResult();
        await saying;
    }
}
