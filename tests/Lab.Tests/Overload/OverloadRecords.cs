using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

/// <summary>Records of runs that did not take place.</summary>
internal static class OverloadRecords
{
    /// <summary>A step and a ladder, with and without load shedding.</summary>
    public static OverloadRecord Full => Create(
        100,
        Step("none", 4, 9_000, null),
        Step("adaptive", 95, 400, 0.3),
        Ladder("none", (50, 50), (300, 4)),
        Ladder("adaptive", (50, 50), (300, 95)));

    public static OverloadRecord Create(double? capacity, params OverloadRun[] runs) => new(
        SampleStudies.Envelope,
        ObjectiveMs: 500,
        capacity,
        CapacityGiven: false,
        FixedLimit: 40,
        runs);

    /// <summary>Two seconds at half of a capacity of 100, then ten at three times.</summary>
    public static OverloadRun Step(string setting, double goodput, double p99Ms, double? recovery, double lastMiB = 100) => new(
        "step",
        "Step",
        setting,
        [Stretch(0.5, 0, 2, 50, 50), Stretch(3, 2, 12, 300, goodput) with { P99Ms = p99Ms }],
        Stretch(0.05, 12, 16, 5, 5),
        [],
        recovery,
        [new(4.5, 100), new(11, lastMiB)]);

    public static OverloadRun Ladder(string setting, params (double Offered, double Goodput)[] rungs) => new(
        "ladder",
        "Ladder",
        setting,
        [
            .. rungs.Index().Select(rung => Stretch(
                rung.Item.Offered / 100, rung.Index, rung.Index + 1, rung.Item.Offered, rung.Item.Goodput)),
        ],
        null,
        [],
        null,
        []);

    public static OverloadRun Metastable(string setting, double? recovery) =>
        Step(setting, 1, 1, recovery) with { Shape = "metastable" };

    private static OverloadStretch Stretch(double times, double from, double until, double offered, double goodput) => new(
        times, from, until, (long)(offered * (until - from)), (long)(goodput * (until - from)), 0, 0, 0, 20, 40);
}
