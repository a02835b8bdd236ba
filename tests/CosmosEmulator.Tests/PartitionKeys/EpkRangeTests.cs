using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Tests.PartitionKeys;

public sealed class EpkRangeTests
{
    [Theory]
    [InlineData(1, 5, 3, 9, 3, 5)]
    [InlineData(3, 9, 1, 5, 3, 5)]
    [InlineData(1, 9, 3, 5, 3, 5)]
    [InlineData(3, 5, 1, 9, 3, 5)]
    public void Intersect_RangesThatOverlap_IsWhatBothHave(int min, int max, int otherMin, int otherMax, int expectedMin, int expectedMax) =>
        Assert.Equal(Range(expectedMin, expectedMax), Range(min, max).Intersect(Range(otherMin, otherMax)));

    [Fact]
    public void Intersect_RangesApart_HasNoKey()
    {
        var nothing = Range(1, 3).Intersect(Range(5, 9));

        Assert.DoesNotContain(Enumerable.Range(0, 10), key => nothing.Contains(Key(key)));
    }

    [Fact]
    public void Contains_Bounds_TheFirstAndNotTheLast() =>
        Assert.Equal([3, 4], Enumerable.Range(0, 10).Where(key => Range(3, 5).Contains(Key(key))));

    private static EpkRange Range(int min, int max) => new(Key(min), Key(max));

    private static EffectivePartitionKey Key(int value) => new((UInt128)value);
}
