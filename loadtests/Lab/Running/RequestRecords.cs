using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Turns what the engine observed of a request into what a run folder keeps.</summary>
internal static class RequestRecords
{
    /// <summary>The clock on the wall is read once, at the start of the phase: the moments of a run stay comparable.</summary>
    public static RequestRecord Of(RequestObservation observation)
    {
        var start = observation.PhaseStart - DateTimeOffset.UnixEpoch;
        return new RequestRecord(
            observation.Trace.TraceId,
            At(observation.Scheduled),
            At(observation.Due),
            At(observation.Sent),
            At(observation.Answered),
            At(observation.Done),
            observation.Outcome.StatusCode,
            observation.Outcome.Error,
            observation.Outcome.Bytes);

        long At(TimeSpan moment) => (start + moment).Ticks * TimeSpan.NanosecondsPerTick;
    }
}
