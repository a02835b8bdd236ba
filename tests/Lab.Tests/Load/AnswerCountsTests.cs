using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Load;

public sealed class AnswerCountsTests
{
    private readonly AnswerCounts _counts = new();

    [Fact]
    public void Take_AnswersAndATimeout_CountsEachByItsName()
    {
        Add(200);
        Add(200);
        Add(503);
        Add(0, RequestOutcome.TimedOut);

        Assert.Equal(new Dictionary<string, long> { ["200"] = 2, ["503"] = 1, ["timeout"] = 1 }, _counts.Take());
    }

    [Fact]
    public void Take_AgainWithNothingNew_HasZeros()
    {
        Add(503);
        _counts.Take();

        Assert.Equal(new Dictionary<string, long> { ["503"] = 0 }, _counts.Take());
    }

    [Fact]
    public void Take_FailuresOfMoreKindsThanAChartCanShow_PutsTheRestTogether()
    {
        for (var status = 400; status < 430; status++)
        {
            Add(status);
        }

        var taken = _counts.Take();

        Assert.Equal(17, taken.Count);
        Assert.Equal(14, taken[AnswerCounts.Other]);
    }

    private void Add(int status, string? error = null) =>
        _counts.Add(new RequestObservation(default, default, default, new RequestOutcome(status, error, 0)));
}
