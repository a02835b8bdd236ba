namespace DroneDelivery.Gateway;

internal static class Timestamps
{
    /// <summary>Converts a time span to units of <see cref="TimeProvider.GetTimestamp"/>, rounded toward zero.</summary>
    public static long TimestampsIn(this TimeProvider time, TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);
}
