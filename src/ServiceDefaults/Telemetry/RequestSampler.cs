using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Decides whether a request is traced: as its caller decided, or else by its trace id, so that a ratio picks the same traces
/// wherever it is asked.
/// </summary>
internal static class RequestSampler
{
    public static Sampler Of(double traceRatio) => new ParentBasedSampler(new TraceIdRatioBasedSampler(traceRatio));
}
