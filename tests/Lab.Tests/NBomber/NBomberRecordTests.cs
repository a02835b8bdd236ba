using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.NBomber.Results;

namespace DroneDelivery.Lab.Tests.NBomber;

/// <summary>The adapter's project needs the NBomber package, so the file is compiled into these tests.</summary>
public sealed class NBomberRecordTests
{
    private static readonly LoadRecord Log = SampleRecords.Run.Load with
    {
        Unanswered = 0,
        Latency = SampleRecords.Latency(700),
        Arrivals = new ArrivalRecord(2_000, Late: 3, Dropped: 4),
    };

    private static readonly NBomberFigures Figures = new(
        1_500, 0, new Dictionary<string, long>(), 33, SampleRecords.Latency(250));

    [Fact]
    public void FromFigures_NothingFailed_HasTheLatencyThatNBomberMeasured()
    {
        var load = NBomberRecord.FromFigures(Figures, Log, Log.Generator);

        Assert.Equal((1_500, 0, 33), (load.Successful, load.ClientErrors, load.EngineRequestsPerSecond));
        Assert.Equal((Figures.Successes, null), (load.Latency, load.Successes));
    }

    /// <summary>NBomber has no latency of all requests together, so it comes from the adapter's log.</summary>
    [Theory]
    [InlineData(5, 0)]
    [InlineData(0, 1)]
    public void FromFigures_RequestsFailedOrUnanswered_HasTheLatencyOfAllFromTheLog(long errors, long unanswered)
    {
        var figures = Figures with { ClientErrors = errors, ErrorsByReason = new Dictionary<string, long> { ["503"] = errors } };

        var load = NBomberRecord.FromFigures(figures, Log with { Unanswered = unanswered }, Log.Generator);

        Assert.Equal((Log.Latency, figures.Successes), (load.Latency, load.Successes));
        Assert.Equal(errors + unanswered, load.NotSuccessful);
        Assert.Equal(figures.ErrorsByReason, load.ErrorsByReason);
    }

    [Fact]
    public void FromCounts_RequestsCutOff_AreNoFailures()
    {
        var figures = NBomberFigures.FromCounts(
            1_500, 12, [("HTTP 503", 4), ("cut off", 5), ("HTTP 503", 1), ("timeout", 2)], 33, SampleRecords.Latency(250));

        Assert.Equal((1_500, 7), (figures.Successful, figures.ClientErrors));
        Assert.Equal(new Dictionary<string, long> { ["HTTP 503"] = 5, ["timeout"] = 2 }, figures.ErrorsByReason);
        Assert.Equal(figures.ClientErrors, figures.ErrorsByReason.Values.Sum());
    }

    [Fact]
    public void FromCounts_NothingCutOff_HasAllFailures() => Assert.Equal(
        3, NBomberFigures.FromCounts(1, 3, [("timeout", 3)], 1, SampleRecords.Latency(250)).ClientErrors);

    [Fact]
    public void FromFigures_WhatNBomberDoesNotMeasure_IsLeftOut()
    {
        var load = NBomberRecord.FromFigures(Figures, Log, Log.Generator);

        Assert.Equal(new ArrivalRecord(2_000, Late: null, Dropped: null), load.Arrivals);
        Assert.Null(load.ServiceTime);
        Assert.Empty(load.Distribution);
        Assert.Equal(Log.Seconds, load.Seconds);
    }
}
