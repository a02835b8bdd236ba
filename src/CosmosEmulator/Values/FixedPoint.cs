using System.Globalization;
using System.Runtime.CompilerServices;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>
/// Texts of numbers that are not negative, from whole parts. Each response has several of them, and to format a
/// <see cref="double"/> takes several times as long.
/// </summary>
internal static class FixedPoint
{
    /// <summary>With up to three decimals, as <c>0.###</c> does.</summary>
    public static string FormatThousandths(long value)
    {
        var (whole, rest) = Math.DivRem(value, 1_000);
        return rest == 0 ? whole.ToString(CultureInfo.InvariantCulture)
            : rest % 100 == 0 ? Format($"{whole}.{rest / 100}")
            : rest % 10 == 0 ? Format($"{whole}.{rest / 10:D2}")
            : Format($"{whole}.{rest:D3}");
    }

    /// <summary>With two decimals, as <c>0.00</c> does.</summary>
    public static string FormatHundredths(double value)
    {
        var (whole, rest) = Math.DivRem((long)Math.Round(value * 100, MidpointRounding.AwayFromZero), 100);
        return Format($"{whole}.{rest:D2}");
    }

    private static string Format(ref DefaultInterpolatedStringHandler text) => string.Create(CultureInfo.InvariantCulture, ref text);
}
