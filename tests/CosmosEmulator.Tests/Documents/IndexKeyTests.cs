using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class IndexKeyTests
{
    /// <summary>In the order of ORDER BY.</summary>
    private static readonly CosmosValue[] Ascending =
    [
        CosmosValue.Undefined, CosmosValue.Null, CosmosValue.From(false), CosmosValue.From(true),
        .. new[] { double.MinValue, -1.5, -1, -double.Epsilon, 0, double.Epsilon, 0.5, 1, 9_007_199_254_740_992 }.Select(CosmosValue.From),
        .. new[] { 9_007_199_254_740_993, long.MaxValue }.Select(JsonNumber.From).Select(CosmosValue.From),
        .. new[] { Math.Pow(2, 63), double.MaxValue }.Select(CosmosValue.From),
        .. new[] { "", "\0", "\0\0", "\0a", "\u0001", "a", "a\0", "a\0b", "aa", "b", "ü", "\uFFEE", "😀", "😀a" }.Select(CosmosValue.From),
        CosmosValue.From(string.Concat(Enumerable.Repeat("😀", 500))),
    ];

    [Fact]
    public void Keys_OfAllKinds_CompareAsTheirValues()
    {
        var keys = Ascending.Select(Key).ToList();

        foreach (var (lower, key) in keys.Index())
        {
            Assert.All(keys[..lower], smaller => Assert.True(smaller.AsSpan().SequenceCompareTo(key) < 0));
            Assert.All(keys[..lower], smaller => Assert.False(key.AsSpan().StartsWith(smaller)));
            Assert.InRange(key.Length, 1, IndexKey.MaxBytes(Ascending[lower]));
        }
    }

    [Fact]
    public void Key_OfNegativeZero_IsThatOfZero() => Assert.Equal(Key(CosmosValue.From(0)), Key(CosmosValue.From(-0.0)));

    private static byte[] Key(CosmosValue value)
    {
        var bytes = new byte[IndexKey.MaxBytes(value)];
        return bytes[..IndexKey.Write(value, bytes)];
    }
}
