using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Overload;

/// <summary>Records of runs that did not take place.</summary>
internal static class OverloadRecords
{
    /// <summary>A step and a ladder, with and without load shedding.</summary>
    public static OverloadFigures Full => Create(
        100,
        Step("none", 4, 9_000, null),
        Step("adaptive", 95, 400, 0.3),
        Ladder("none", (50, 50), (300, 4)),
        Ladder("adaptive", (50, 50), (300, 95)));

    public static OverloadFigures Create(double? capacity, params OverloadRun[] runs) => new(
        SampleStudies.Envelope,
        ObjectiveMs: 500,
        capacity,
        CapacityGiven: false,
        FixedLimit: 40,
        runs);

    /// <summary>
    /// What the folder of a step holds: 16 s of load of planned 20. What was due until 15.5 s had the objective of half a second.
    /// </summary>
    public static RunData Data(params Attempt[] attempts) => Data(
        new OverloadShape("step", "Step", [new(0.5, Seconds(2)), new(3, Seconds(10))], new OverloadStep(0.05, Seconds(8))),
        attempts);

    public static RunData WarmUp => Data(OverloadLab.WarmUp);

    private static RunData Data(OverloadShape shape, params Attempt[] attempts)
    {
        var settings = new OverloadSettings(shape, "none", new OverloadGoal(100, Seconds(0.5)), 500, 100, false, 40);
        var run = SampleRecords.Run;
        var record = run with
        {
            Manifest = run.Manifest with
            {
                Lab = OverloadLab.Name,
                Scenario = $"{shape.Name}-none",
                Title = $"{shape.Title}, none",
                Configuration = OverloadSettings.FlagsOf(TuningLab.OwnerKey),
                LabSettings = settings.ToJson(),
            },
            Load = run.Load with { DurationSeconds = 16, PlannedSeconds = 20 },
        };
        return new RunData(record, RunSamples.None with
        {
            Attempts = attempts,
            Processes = [new ProcessSample("gateway", 2, 1, 150, 20, 30), new ProcessSample("delivery", 2, 1, 90, 20, 30)],
        });
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    /// <summary>Two seconds at half of a capacity of 100, then ten at three times.</summary>
    public static OverloadRun Step(string setting, double goodput, double p99Ms, double? recovery, double lastMiB = 100) => new(
        "step",
        "Step",
        setting,
        [Phase(0.5, 0, 2, 50, 50), Phase(3, 2, 12, 300, goodput, p99Ms)],
        Phase(0.05, 12, 16, 5, 5),
        [],
        recovery,
        [new(4.5, 100), new(11, lastMiB)]);

    public static OverloadRun Ladder(string setting, params (double Offered, double Goodput)[] rungs) => new(
        "ladder",
        "Ladder",
        setting,
        [
            .. rungs.Index().Select(rung => Phase(
                rung.Item.Offered / 100, rung.Index, rung.Index + 1, rung.Item.Offered, rung.Item.Goodput)),
        ],
        null,
        [],
        null,
        []);

    public static OverloadRun Metastable(string setting, double? recovery) =>
        Step(setting, 1, 1, recovery) with { Shape = "metastable" };

    /// <summary>The latency of requests that all took as long.</summary>
    public static LatencyDistribution Latency(int successes, int failures, double ms)
    {
        var latency = new LatencyDistribution();
        for (var request = 0; request < successes + failures; request++)
        {
            latency.Record((long)(ms * 1_000), request < successes ? RequestEnd.Success : RequestEnd.Failure);
        }

        return latency;
    }

    /// <summary>What is not good was refused, or took too long if <paramref name="p99Ms"/> exceeds the objective.</summary>
    private static OverloadPhase Phase(
        double times, double from, double until, double offered, double goodput, double p99Ms = 40)
    {
        var (all, good) = ((int)(offered * (until - from)), (int)(goodput * (until - from)));
        var accepted = p99Ms > 500 ? all : good;
        return new OverloadPhase(times, from, until, good, all - accepted, Latency(accepted, 0, p99Ms));
    }
}
