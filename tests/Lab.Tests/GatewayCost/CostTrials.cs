using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

/// <summary>Trials with the figures that a test is about.</summary>
internal static class CostTrials
{
    public static CostTrial Create(
        string target,
        int round,
        double rate,
        double p50 = 1,
        double p99 = 2,
        double proxy = 20,
        double backend = 10,
        long failed = 0,
        bool atLeast = false) =>
        new(target, round, rate, new LatencyValue(p50), new LatencyValue(p99, atLeast), proxy, backend, failed);
}
