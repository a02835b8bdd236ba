using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class PartitionKeyHeaderTests
{
    [Fact]
    public void Header_OfOneValue_IsThatValue()
    {
        Assert.Equal(CosmosValue.From("o9"), Read("[\"o9\"]"));
        Assert.Equal(CosmosValue.Null, Read("[null]"));
        Assert.Equal(CosmosValue.Undefined, Read("[{}]"));
    }

    [Theory]
    [InlineData("o9")]
    [InlineData("[]")]
    [InlineData("[\"a\",\"b\"]")]
    [InlineData("[[1]]")]
    [InlineData("[{\"a\":1}]")]
    [InlineData("{}")]
    public void Header_OfAnythingElse_IsRefused(string header) => Assert.False(PartitionKeyHeader.TryRead(header, out _));

    private static CosmosValue Read(string header)
    {
        Assert.True(PartitionKeyHeader.TryRead(header, out var key));
        return key;
    }
}
