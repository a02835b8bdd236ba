using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class PartitionKeyHeaderTests
{
    [Fact]
    public void Header_OfOneValue_IsThatValue()
    {
        Assert.Equal([CosmosValue.From("o9")], Read("[\"o9\"]"));
        Assert.Equal([CosmosValue.Null], Read("[null]"));
        Assert.Equal([CosmosValue.Undefined], Read("[{}]"));
    }

    [Fact]
    public void Header_OfSeveralValues_HasTheValueOfEachLevel()
    {
        Assert.Equal([CosmosValue.From("a"), CosmosValue.From(5), CosmosValue.True], Read("[\"a\", 5, true]"));
        Assert.Equal([CosmosValue.Undefined, CosmosValue.Null], Read("[{},null]"));
    }

    [Theory]
    [InlineData("o9")]
    [InlineData("[]")]
    [InlineData("[\"a\"")]
    [InlineData("[\"a\",")]
    [InlineData("[\"a\",\"b\"")]
    [InlineData("[\"a\",[]]")]
    [InlineData("[[1]]")]
    [InlineData("[{\"a\":1}]")]
    [InlineData("{}")]
    public void Header_OfAnythingElse_IsRefused(string header) => Assert.False(PartitionKeyHeader.TryRead(header, out _));

    /// <summary>The limit is that of each level.</summary>
    [Theory]
    [InlineData(1_024, null)]
    [InlineData(1_025, "has 2050 bytes in UTF-8; 2048 are allowed")]
    public void Header_OfALongText_IsAKeyWithinTheLimit(int umlauts, string? fault)
    {
        var text = new string('ü', umlauts);

        Assert.True(PartitionKeyHeader.TryRead($"[\"{text}\"]", out var one));
        Assert.True(PartitionKeyHeader.TryRead($"[\"a\",\"{text}\"]", out var second));

        Assert.Equal((fault, fault), (one.FindFault(), second.FindFault()));
    }

    private static IEnumerable<CosmosValue> Read(string header)
    {
        Assert.True(PartitionKeyHeader.TryRead(header, out var key));
        return key.Levels;
    }
}
