namespace DroneDelivery.LoadTests.Engine.Recording;

internal static class Durations
{
    /// <summary>Whole microseconds, the unit of histograms.</summary>
    public static long Microseconds(this TimeSpan duration) => duration.Ticks / TimeSpan.TicksPerMicrosecond;
}
