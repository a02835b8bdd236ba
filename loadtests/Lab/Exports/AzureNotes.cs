using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>The differences in the meaning of a threshold between Azure and the lab, one line each.</summary>
internal static class AzureNotes
{
    public static IEnumerable<string> ForLoad(ExportedLoad load, InvoiceRequest request)
    {
        if (request.RoundTripMs > 0 && load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.Microseconds))
        {
            yield return "response_time_ms leaves out the simulated network, "
                + $"{PlainNumber.Format(request.RoundTripMs)} ms on average, which latency includes here and in k6: "
                + "a limit of the same time is easier to keep.";
        }

        if (load.Thresholds.Any(threshold => threshold.Unit == LimitUnit.PerSecond))
        {
            yield return "requests_per_sec counts all requests, those that fail too; rate counts successes here.";
        }
    }
}
