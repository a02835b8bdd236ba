using System.Globalization;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Numbers as SQL writes them: 5, 5., .5, 007, 1e5 and 0x1F.</summary>
internal static class NumberLiteral
{
    public static bool IsValid(string text) => double.IsFinite(Read(text));

    /// <summary>The number, or NaN for what is none.</summary>
    public static double Read(string text)
    {
        if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            return ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits)
                ? bits
                : double.NaN;
        }

        const NumberStyles Style = NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
        return double.TryParse(text, Style, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;
    }
}
