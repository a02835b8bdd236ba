namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Defaults and limits of a load.</summary>
internal static class ShapeLimits
{
    public const int DefaultUsers = 10;
    public const int MaxUsers = 100_000;
    public const int DefaultInFlight = 1_000;
    public const int MaxInFlight = 1_000_000;
    public const double DefaultSpeed = 1;
    public const int DefaultSeed = 1;

    public static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);

    /// <summary>Connecting and compiling happen once, in the warm-up, and are not measured.</summary>
    public static readonly TimeSpan DefaultWarmUp = TimeSpan.FromSeconds(1);

    public static string Words(TimeSpan time) => FormattableString.Invariant($"{time.TotalSeconds:0.###}s");
}
