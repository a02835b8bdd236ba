namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>Moments as Unix time in nanoseconds.</summary>
internal static class UnixTime
{
    /// <param name="text">A date and a time, of UTC if it has no time zone.</param>
    /// <exception cref="FormatException">It is not a moment.</exception>
    public static long Parse(string text) =>
        DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? (moment - DateTimeOffset.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick
            : throw new FormatException($"'{text}' is not a date and a time.");
}
