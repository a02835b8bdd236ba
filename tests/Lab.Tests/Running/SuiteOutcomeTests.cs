using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Running;

public sealed class SuiteOutcomeTests
{
    private static readonly RunFolder First = new("first");
    private static readonly RunFolder Partial = new("partial");

    [Fact]
    public async Task Suite_Fails_LeavesWhatWasMeasuredAndSaysWhy()
    {
        var outcome = await SuiteOutcome.RunAsync(
            folders =>
            {
                folders.Add(First);
                throw new LabException("delivery stopped.", new IOException()) { Kept = Partial };
            },
            () => Assert.Fail("It was not stopped."),
            TestContext.Current.CancellationToken);

        Assert.Equal((First, "delivery stopped."), (Assert.Single(outcome.Folders), outcome.Failure?.Message));
        Assert.Equal([First, Partial], outcome.Measured);
        Assert.IsType<IOException>(outcome.Failure!.InnerException);
    }

    [Fact]
    public async Task Suite_Cancelled_IsNoFailure()
    {
        using var stop = new CancellationTokenSource();
        var stopped = 0;

        var outcome = await SuiteOutcome.RunAsync(
            async folders =>
            {
                folders.Add(First);
                await stop.CancelAsync();
                stop.Token.ThrowIfCancellationRequested();
            },
            () => stopped++,
            stop.Token);

        Assert.Equal((First, null, 1), (Assert.Single(outcome.Folders), outcome.Failure, stopped));
    }
}
