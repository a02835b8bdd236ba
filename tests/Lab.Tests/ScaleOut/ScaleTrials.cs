using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.ScaleOut;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.ScaleOut;

/// <summary>
/// Trials and a record. One instance answers 100 req/s with 1 ms of CPU in Delivery, 0.5 ms in the gateway and 4 ms in all
/// programs; the RU/s allow 600.
/// </summary>
internal static class ScaleTrials
{
    public static ScaleTrial One { get; } = Create(1, 0, 100) with
    {
        RequestUnits = 4,
        ByRequestUnits = new SharedLimit("278 RU/s of a partition", 600),
    };

    /// <summary>Two rounds, of which the second has a machine half as fast.</summary>
    public static ScaleOutRecord Record
    {
        get
        {
            var series = ScaleOutLab.SeriesFor(One, cores: 2);
            foreach (var (round, speed) in ((int, double)[])[(1, 1), (2, 0.5)])
            {
                series[0].Trials.Add(Create(1, round, 105 * speed));
                series[1].Trials.AddRange(Round(round, 100 * speed, 190 * speed, 360 * speed));
                series[2].Trials.AddRange(Round(round, 70, 70, 70));
            }

            return new ScaleOutRecord(
                SampleStudies.Envelope with { Lab = ScaleOutLab.Name }, new InstanceLimit(0.12, null, 47, null), One, series);
        }
    }

    public static ScaleTrial Create(
        int instances, int round, double perSecond, double partition = 0.4, double machine = 0.3) => new(
        instances, round, Load(perSecond) with { CpuShare = machine }, Failed: 0, InstanceShare: 0.95, partition,
        new CpuUse(1, 0.5, 4));

    private static IEnumerable<ScaleTrial> Round(int round, params double[] rates) =>
        rates.Zip([1, 2, 4], (rate, instances) => Create(instances, round, rate));

    private static CapacityTrial Load(double perSecond) => new(
        TrialPurpose.Refining, 24, 4, 400, 400, perSecond, new LatencyValue(200), new LatencyValue(300), 24);
}
