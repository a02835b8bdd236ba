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
        new(rate, new LatencyValue(p50), new LatencyValue(p99, atLeast), failed)
        {
            P75Ms = p50 * 1.25,
            P90Ms = p50 * 1.5,
            Target = target,
            Round = round,
            ProxyMicroseconds = proxy,
            BackendMicroseconds = backend,
        };

    /// <summary>Of one target whose writes of usage are watched.</summary>
    public static CostTrial Watched(string target, int round, double p999, double max, WriteFigures writes) =>
        Create(target, round, 100) with { P999Ms = p999, MaxMs = max, Writes = writes };
}
