namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>Times of OTLP: unsigned nanoseconds since 1970.</summary>
internal static class OtlpTime
{
    /// <param name="field">The name of the field, for the message when the time is out of range.</param>
    public static long Nanoseconds(ulong time, string field) =>
        time <= long.MaxValue ? (long)time : throw new InvalidDataException($"{field} {time} is out of range.");
}
