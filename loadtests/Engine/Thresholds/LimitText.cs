using System.Globalization;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>Formats figures and limits with their units.</summary>
internal static class LimitText
{
    public static string Format(double value, LimitUnit unit) => unit switch
    {
        LimitUnit.Microseconds when value >= 1_000_000 => Number(value / 1_000_000) + "s",
        LimitUnit.Microseconds when value >= 1_000 => Number(value / 1_000) + "ms",
        LimitUnit.Microseconds => Number(value) + "us",
        LimitUnit.Share => Number(value * 100) + "%",
        LimitUnit.PerSecond => Number(value) + "/s",
        _ => Number(value),
    };

    private static string Number(double value) => value.ToString("0.####", CultureInfo.InvariantCulture);
}
