using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

public sealed class TopKeysTests
{
    [Fact]
    public void Keys_FewerThanCounters_AreExactAndTheLargestComeFirst()
    {
        var keys = new TopKeys(capacity: 3);
        keys.Count(Key("a"), RequestUnits.From(1), isThrottled: false);
        keys.Count(Key("b"), RequestUnits.From(2.5), isThrottled: false);
        keys.Count(Key("c"), RequestUnits.From(2), isThrottled: false);
        keys.Count(Key("a"), RequestUnits.From(3), isThrottled: false);
        keys.Count(Key("c"), RequestUnits.From(0), isThrottled: true);

        Assert.Equal([("a", 4, 2, 0), ("b", 2.5, 1, 0), ("c", 2, 2, 1)], Figures(keys, 3));
        Assert.Equal([("a", 4, 2, 0)], Figures(keys, 1));
        Assert.True(keys.IsExact);
    }

    [Fact]
    public void Keys_OfEqualRequestUnits_AreInTheOrderOfTheirCalls()
    {
        var keys = new TopKeys(capacity: 2);
        keys.Count(Key("a"), RequestUnits.From(2), isThrottled: false);
        keys.Count(Key("b"), RequestUnits.From(1), isThrottled: false);
        keys.Count(Key("b"), RequestUnits.From(1), isThrottled: false);

        Assert.Equal([("b", 2, 2, 0), ("a", 2, 1, 0)], Figures(keys, 2));
    }

    [Fact]
    public void Keys_CountedAfterAReset_WeighNothingOfBefore()
    {
        var keys = new TopKeys(capacity: 2);
        keys.Count(Key("a"), RequestUnits.From(100), isThrottled: false);
        keys.Reset();

        // The counter of the first key is the lightest, unless it kept the weight of before.
        keys.Count(Key("b"), RequestUnits.From(1), isThrottled: false);
        keys.Count(Key("c"), RequestUnits.From(2), isThrottled: false);
        keys.Count(Key("d"), RequestUnits.From(3), isThrottled: false);

        Assert.Equal([("d", 3, 1, 0), ("c", 2, 1, 0)], Figures(keys, 2));
    }

    [Fact]
    public void Key_WithoutACounter_TakesTheLightestOverAndStartsFromZero()
    {
        var keys = new TopKeys(capacity: 2);
        keys.Count(Key("a"), RequestUnits.From(5), isThrottled: false);
        keys.Count(Key("b"), RequestUnits.From(4), isThrottled: false);

        keys.Count(Key("c"), RequestUnits.From(2), isThrottled: false);

        Assert.Equal([("a", 5, 1, 0), ("c", 2, 1, 0)], Figures(keys, 2));
        Assert.False(keys.IsExact);
    }

    [Fact]
    public void Key_WhoseCallsAreAllThrottled_IsHeldByTheirNumber()
    {
        var keys = new TopKeys(capacity: 2);
        for (var i = 0; i < 100; i++)
        {
            keys.Count(Key("throttled"), RequestUnits.From(0), isThrottled: true);
            keys.Count(Key($"other{i % 50}"), RequestUnits.From(1), isThrottled: false);
        }

        Assert.Contains(("throttled", 0, 100, 100), Figures(keys, 2));
    }

    [Fact]
    public void HotKey_AmongManyMoreKeysThanCounters_IsFoundAndNeverOverstated()
    {
        const int capacity = 64;
        const int calls = 100_000;
        var keys = new TopKeys(capacity);
        var random = new Random(7);
        var hot = 0;
        for (var i = 0; i < calls; i++)
        {
            var isHot = random.NextDouble() < 0.2;
            hot += isHot ? 1 : 0;
            keys.Count(Key(isHot ? "hot" : $"o{random.Next(5_000)}"), RequestUnits.From(1), isThrottled: false);
        }

        var (name, requestUnits, _, _) = Figures(keys, 1).Single();
        Assert.Equal("hot", name);
        Assert.InRange(requestUnits, hot - (calls / capacity), hot);
        Assert.Equal(capacity, Figures(keys, int.MaxValue).Length);
    }

    [Fact]
    public void Reset_AfterReplacements_ForgetsAllAndIsExactAgain()
    {
        var keys = new TopKeys(capacity: 1);
        keys.Count(Key("a"), RequestUnits.From(5), isThrottled: false);
        keys.Count(Key("b"), RequestUnits.From(5), isThrottled: false);

        keys.Reset();
        keys.Count(Key("c"), RequestUnits.From(1), isThrottled: false);

        Assert.Equal([("c", 1, 1, 0)], Figures(keys, 5));
        Assert.True(keys.IsExact);
    }

    private static LogicalKey Key(string text) => LogicalKey.From(CosmosValue.From(text));

    private static (string Key, double RequestUnits, long Calls, long Throttled)[] Figures(TopKeys keys, int count) =>
        [.. keys.Largest(count).Select(usage => (usage.Key.ToText(), usage.RequestUnits.Value, usage.Calls, usage.Throttled))];
}
