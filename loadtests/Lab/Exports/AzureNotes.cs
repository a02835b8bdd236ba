using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>What a threshold means on Azure that it does not mean here, a line each.</summary>
internal static class AzureNotes
{
    public static IEnumerable<string> ForLoad(ExportedLoad load, InvoiceRequest request)
    {
        if (request.RoundTripMs > 0 && load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.Microseconds))
        {
            yield return "response_time_ms leaves out the simulated network, "
                + $"{PlainNumber.Format(request.RoundTripMs)} ms on average, which latency has in it here and in k6: "
                + "a limit of the same time is easier to keep.";
        }

        if (load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.PerSecond))
        {
            yield return "requests_per_sec counts all requests, those that fail too; rate counts successes here.";
        }
    }
}
