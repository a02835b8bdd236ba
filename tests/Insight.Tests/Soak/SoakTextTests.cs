using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Soak;

namespace DroneDelivery.Insight.Tests.Soak;

public sealed class SoakTextTests
{
    [Fact]
    public void Summary_OfARun_SaysWhatBecameOfEveryRequest() => Assert.Equal(
        "package: 250 req/s for 5 min; 75,094 answered, 3 failed, 2 dropped, 7 unanswered at the end.",
        SoakText.Summary(Record([])));

    [Fact]
    public void Rows_OfAFewSamples_SayThatTheRunWasTooShort()
    {
        var series = new SoakSeries("package", "threads", "", [new SoakPoint(0, 20), new SoakPoint(1, 22)]);

        Assert.Equal("too short to tell", Assert.Single(SoakText.Rows(Record([series])))[^1]);
    }

    private static SoakRecord Record(IReadOnlyList<SoakSeries> series) => new(
        "package",
        DateTimeOffset.UnixEpoch,
        "soak",
        new MachineInfo("Linux", "X64", 2, 4, ".NET"),
        DebugBuild: false,
        Interrupted: false,
        Rate: 250,
        Capacity: null,
        Seconds: 300,
        Completed: 75_094,
        Failed: 3,
        Dropped: 2,
        CutOff: 7,
        series);
}
