namespace DroneDelivery.Gateway;

internal static class Timestamps
{
    /// <summary>How much <see cref="TimeProvider.GetTimestamp"/> grows in so much time; the part of a tick is dropped.</summary>
    public static long TimestampsIn(this TimeProvider time, TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);
}
