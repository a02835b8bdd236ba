namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>What a figure and the limit set to it are counted in.</summary>
public enum LimitUnit
{
    Microseconds,

    /// <summary>From 0 to 1.</summary>
    Share,

    Count,

    PerSecond,
}
