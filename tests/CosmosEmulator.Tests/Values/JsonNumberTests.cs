using System.Numerics;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Values;

public sealed class JsonNumberTests
{
    private static readonly string[] Edges =
    [
        "0", "-0.0", "1", "-1", "0.5", "5e-324", "1e308", "-1e308", "9007199254740991", "9007199254740992", "9007199254740993",
        "9007199254740994", "-9007199254740993", "9223372036854775807", "9223372036854775806", "9223372036854774784",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775807", "1e19", "18446744073709551615",
    ];

    /// <summary>Against exact arithmetic: integers of 64 bits as they are, and other numbers as their nearest double.</summary>
    [Fact]
    public void Numbers_OfAllKinds_CompareAndHashAsTheirExactValues()
    {
        var random = new Random(5);
        string[] texts =
        [
            .. Edges,
            .. Enumerable.Range(0, 200).Select(_ => $"{random.NextInt64()}"),
            .. Enumerable.Range(0, 100).Select(_ => $"{(1L << 60) + random.Next(-2_000, 2_000)}"),
        ];

        foreach (var left in texts)
        {
            foreach (var right in texts)
            {
                var (one, other) = (Read(left), Read(right));
                var order = Compare(left, right);
                Assert.Equal((left, right, order), (left, right, Math.Sign(one.CompareTo(other))));
                Assert.Equal(order == 0, one == other);
                Assert.True(order != 0 || one.GetHashCode() == other.GetHashCode());
            }
        }
    }

    [Theory]
    [InlineData("9007199254740993")]
    [InlineData("-9223372036854775807")]
    [InlineData("1.5")]
    [InlineData("7")]
    public void Number_WrittenAndNegated_IsExact(string text)
    {
        var number = Read(text);

        Assert.Equal(text, $"{number}");
        Assert.Equal(text.StartsWith('-') ? text[1..] : $"-{text}", $"{number.Negate()}");
        Assert.Equal(double.Parse(text, System.Globalization.CultureInfo.InvariantCulture), number.ToDouble());
    }

    private static JsonNumber Read(string text) => JsonNumber.Read(JsonElement.Parse(text));

    /// <summary>As fractions with the denominator 2^1074, of which every double is a multiple.</summary>
    private static int Compare(string left, string right) => Exact(left).CompareTo(Exact(right));

    private static BigInteger Exact(string text)
    {
        if (long.TryParse(text, out var integer))
        {
            return new BigInteger(integer) << 1074;
        }

        var bits = BitConverter.DoubleToInt64Bits(JsonElement.Parse(text).GetDouble());
        var exponent = (int)((bits >> 52) & 0x7FF);
        var mantissa = (bits & 0xF_FFFF_FFFF_FFFF) | (exponent == 0 ? 0 : 1L << 52);
        var value = new BigInteger(mantissa) << Math.Max(0, exponent - 1);
        return bits < 0 ? -value : value;
    }
}
