namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// The crash of one of three Deliveries, at a load that the other two can serve: it is killed with requests in flight and started
/// again after 20 s. The three share the connections of the other shapes' only Delivery, so that the CPU is not the limit.
/// </summary>
public static class CrashLab
{
    public const string Name = "crash";
    public const int Deliveries = 3;

    /// <summary>The number of the one that is killed.</summary>
    public const int Killed = 2;

    private const double Load = 0.6;

    public static OverloadShape Shape { get; } = new(Name, "Crash of one of three", [Hold(10), Hold(20), Hold(20)], Hold(8))
    {
        Crashes = true,
    };

    private static OverloadStep Hold(double seconds) => new(Load, TimeSpan.FromSeconds(seconds));
}
