using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Running;

public sealed class SuiteOutcomeTests
{
    private static readonly RunFolder First = new("first");

    [Fact]
    public async Task Suite_Fails_LeavesWhatWasMeasuredAndSaysWhy()
    {
        var outcome = await SuiteOutcome.OfAsync(
            folders =>
            {
                folders.Add(First);
                throw new LabException("delivery stopped.");
            },
            () => Assert.Fail("It was not stopped."),
            TestContext.Current.CancellationToken);

        Assert.Equal((First, "delivery stopped."), (Assert.Single(outcome.Folders), outcome.Failure));
    }

    [Fact]
    public async Task Suite_Cancelled_IsNoFailure()
    {
        using var stop = new CancellationTokenSource();
        var stopped = 0;

        var outcome = await SuiteOutcome.OfAsync(
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
