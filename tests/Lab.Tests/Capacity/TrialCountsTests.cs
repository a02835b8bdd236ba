using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class TrialCountsTests
{
    private static readonly RequestOutcome Success = new(200, null, 10);

    private readonly TrialCounts _counts = new(from: Ms(1_000), to: Ms(3_000), objective: Ms(100));

    [Fact]
    public void Add_SuccessWithinTheObjective_IsGood()
    {
        Add(scheduled: 1_000, done: 1_100);

        Assert.Equal((1, 1, 0.5), (_counts.Good, _counts.Answered, _counts.Throughput));
    }

    [Fact]
    public void Add_TooSlow_IsAnsweredButNotGood()
    {
        Add(scheduled: 2_000, done: 2_101);

        Assert.Equal((0, 1, 0.5), (_counts.Good, _counts.Answered, _counts.Throughput));
    }

    [Fact]
    public void Add_ScheduledBeforeTheStretch_CountsForItsThroughputOnly()
    {
        Add(scheduled: 999, done: 1_010);

        Assert.Equal((0, 0, 0.5), (_counts.Good, _counts.Answered, _counts.Throughput));
    }

    [Fact]
    public void Add_OverAfterTheStretch_IsGoodButNoThroughputOfIt()
    {
        Add(scheduled: 2_999, done: 3_050);

        Assert.Equal((1, 1, 0), (_counts.Good, _counts.Answered, _counts.Throughput));
    }

    [Fact]
    public void Add_Failure_IsNeitherAnsweredNorGood()
    {
        Add(scheduled: 2_000, done: 2_010, new RequestOutcome(503, null, 0));

        Assert.Equal((0, 0, 0, 1), (_counts.Good, _counts.Answered, _counts.Throughput, _counts.Failed));
    }

    [Theory]
    [InlineData(999)]
    [InlineData(3_000)]
    public void Add_FailureOutsideTheStretch_CountsForNothing(int scheduled)
    {
        Add(scheduled, done: 3_010, new RequestOutcome(503, null, 0));

        Assert.Equal(0, _counts.Failed);
    }

    private static TimeSpan Ms(int milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    private void Add(int scheduled, int done, RequestOutcome? outcome = null) => _counts.Add(new RequestObservation(
        default, default, Ms(scheduled), Ms(scheduled), Ms(scheduled), Ms(done), Ms(done), outcome ?? Success));
}
