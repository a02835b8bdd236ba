using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Decides whether a request is traced: by its client's decision, otherwise by its trace id, so that the same ratio selects the
/// same traces in every service.
/// </summary>
internal static class RequestSampler
{
    public static Sampler ForRatio(double traceRatio) => new ParentBasedSampler(new TraceIdRatioBasedSampler(traceRatio));
}
