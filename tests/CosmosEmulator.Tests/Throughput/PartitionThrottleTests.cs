using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

public sealed class PartitionThrottleTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly PartitionThrottle _throttle;

    public PartitionThrottleTests()
    {
        _throttle = new PartitionThrottle(new RequestUnitBudget(_time));
        _throttle.SetBudget(10);
    }

    [Fact]
    public void Throttle_BelowItsBudget_LetsTheCallThroughThatOverdraws()
    {
        Spend(9.99);

        Assert.True(_throttle.TryEnter(out _));
    }

    [Fact]
    public void Throttle_BudgetSpent_SaysHowLongUntilTheNextSecond()
    {
        _time.Advance(TimeSpan.FromMilliseconds(250));
        Spend(10);

        Assert.False(_throttle.TryEnter(out var retryAfter));
        // Ten of ten are spent: the next second pays them back in full.
        Assert.Equal(750, retryAfter);
    }

    [Theory]
    [InlineData(15, 1000)]
    [InlineData(20, 2000)]
    [InlineData(29.9, 2000)]
    [InlineData(35, 3000)]
    public void Throttle_Overdrawn_CarriesTheDebtIntoTheNextSeconds(double spent, long expectedMs)
    {
        Spend(spent);

        Assert.False(_throttle.TryEnter(out var retryAfter));
        Assert.Equal(expectedMs, retryAfter);
    }

    [Theory]
    [InlineData(15)]
    [InlineData(29.9)]
    [InlineData(35)]
    public void Throttle_AfterItsRetryAfter_HasRoomAndNotAMillisecondBefore(double spent)
    {
        Spend(spent);
        Assert.False(_throttle.TryEnter(out var retryAfter));

        _time.Advance(TimeSpan.FromMilliseconds(retryAfter - 1));
        Assert.False(_throttle.TryEnter(out var left));
        _time.Advance(TimeSpan.FromMilliseconds(left));

        Assert.Equal(1, left);
        Assert.True(_throttle.TryEnter(out _));
    }

    [Fact]
    public void Throttle_InTheLastMillisecondOfASecond_AsksForAtLeastOne()
    {
        _time.Advance(TimeSpan.FromMilliseconds(999.9));
        Spend(12);

        Assert.False(_throttle.TryEnter(out var retryAfter));
        Assert.Equal(1, retryAfter);
    }

    [Fact]
    public void Throttle_GivenMoreThroughput_HasRoomAtOnce()
    {
        Spend(12);
        Assert.False(_throttle.TryEnter(out _));

        _throttle.SetBudget(100);

        Assert.True(_throttle.TryEnter(out _));
    }

    [Theory]
    [InlineData(10, 1000)]
    [InlineData(12, 3000)]
    public void Throttle_GivenLessThroughput_OwesOnlyWhatWasOverdrawn(double spent, long expectedMs)
    {
        Spend(spent);

        _throttle.SetBudget(1);

        Assert.False(_throttle.TryEnter(out var retryAfter));
        Assert.Equal(expectedMs, retryAfter);
    }

    /// <summary>The throughput of a container may be less than a thousandth of an RU for each partition.</summary>
    [Fact]
    public void Throttle_GivenHardlyAnyThroughput_StillSaysWhenThereIsRoom()
    {
        _throttle.SetBudget(0.0001);
        Spend(0.002);

        Assert.False(_throttle.TryEnter(out var retryAfter));
        Assert.Equal(2_000, retryAfter);
    }

    [Fact]
    public void Throttle_AfterCalls_TellsThemBySecond()
    {
        Spend(7.5);
        Spend(7.5);
        _throttle.TryEnter(out _);
        _time.Advance(TimeSpan.FromSeconds(2));
        Spend(1.25);

        var usage = _throttle.Snapshot(sinceSecond: 0);

        var start = _time.GetUtcNow().ToUnixTimeSeconds() - 2;
        Assert.Equal((16.25, 4L, 1L), (usage.RequestUnits, usage.Calls, usage.Throttled));
        Assert.Equal([new SecondSnapshot(start, 15, 3, 1, 0), new SecondSnapshot(start + 2, 1.25, 1, 0, 0)], usage.Seconds);
        Assert.Equal([new SecondSnapshot(start + 2, 1.25, 1, 0, 0)], _throttle.Snapshot(start + 1).Seconds);
    }

    [Fact]
    public void Snapshot_AfterErrorsAndThrottledCalls_CountsEachInItsSecond()
    {
        _throttle.Charge(default, isError: true);
        Spend(10);
        _throttle.TryEnter(out _);
        _time.Advance(TimeSpan.FromSeconds(1));
        Spend(1);

        var usage = _throttle.Snapshot(sinceSecond: 0);

        Assert.Equal((4, 1, 1), (usage.Calls, usage.Throttled, usage.Errors));
        Assert.Equal([(3, 1, 1), (1, 0, 0)], usage.Seconds.Select(second => (second.Calls, second.Throttled, second.Errors)));
    }

    [Fact]
    public void Snapshot_AfterLongUse_HasTheLatestQuarterOfAnHourAndTheTotals()
    {
        for (var second = 0; second < 901; second++)
        {
            Spend(1);
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        var usage = _throttle.Snapshot(sinceSecond: 0);

        Assert.Equal((901, 900), (usage.Calls, usage.Seconds.Count));
        Assert.Equal(_time.GetUtcNow().ToUnixTimeSeconds() - 1, usage.Seconds[^1].Second);
    }

    private void Spend(double requestUnits) => _throttle.Charge(RequestUnits.From(requestUnits));
}
