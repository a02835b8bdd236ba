using System.Globalization;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Progress;

/// <summary>One moment of a running test, as words.</summary>
internal static class ProgressLine
{
    public static string Describe(TuningScenario scenario, RunSnapshot load, CosmosMonitor cosmos, TimeSpan planned)
    {
        if (load.Phase is RunPhase.Waiting or RunPhase.WarmUp)
        {
            return FormattableString.Invariant($"{scenario.Title}  warming up, {load.Users} users");
        }

        return DescribeLoad(scenario, load, planned) + DescribeCosmos(scenario, cosmos);
    }

    private static string DescribeLoad(TuningScenario scenario, RunSnapshot load, TimeSpan planned) => string.Create(
        CultureInfo.InvariantCulture,
        $"{scenario.Title}  {load.Elapsed.TotalSeconds,3:0} of {planned.TotalSeconds:0} s  {load.Users,2} users  "
        + $"{load.RequestsPerSecond,5:0.0} req/s  p50 {Text(load.P50Ms),4} ms  p95 {Text(load.P95Ms),4} ms  "
        + $"errors {load.Failed}  ");

    private static string Text(LatencyValue latency) =>
        latency.OrZero().ToText(ms => ms.ToString("0", CultureInfo.InvariantCulture));

    private static string DescribeCosmos(TuningScenario scenario, CosmosMonitor cosmos)
    {
        var calls = cosmos.Latest?.Calls.Data ?? new Dictionary<string, long>();
        var byStatus = string.Join(
            " ", calls.OrderBy(call => call.Key).Select(call => FormattableString.Invariant($"{call.Key}: {call.Value:N0}")));
        return FormattableString.Invariant(
            $"Cosmos {byStatus}  {cosmos.RequestUnitsInLastSecond(),5:0} of {scenario.Throughput:N0} RU/s");
    }
}
