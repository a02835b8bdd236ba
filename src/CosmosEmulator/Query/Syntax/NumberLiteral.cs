using System.Globalization;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Numbers as SQL writes them: 5, 5., .5, 007, 1e5, 0x1F, NaN and Infinity.</summary>
internal static class NumberLiteral
{
    public static bool IsValid(string text) => double.IsFinite(Read(text).ToDouble());

    /// <summary>The number, or NaN for what is none.</summary>
    public static JsonNumber Read(string text)
    {
        if (text.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            return ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits)
                ? bits <= long.MaxValue ? JsonNumber.From((long)bits) : JsonNumber.From((double)bits)
                : JsonNumber.From(double.NaN);
        }

        const NumberStyles Style = NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var integer) ? JsonNumber.From(integer)
            : double.TryParse(text, Style, CultureInfo.InvariantCulture, out var number) ? JsonNumber.From(number)
            : JsonNumber.From(double.NaN);
    }
}
