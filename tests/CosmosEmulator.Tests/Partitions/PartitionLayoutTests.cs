using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Tests.Partitions;

public sealed class PartitionLayoutTests
{
    private static readonly PartitionLayout First = new(Count: 3);

    [Fact]
    public void Next_AnotherCount_HasNewIds()
    {
        Assert.Same(First, First.Next(3));
        Assert.Equal(new PartitionLayout(9, FirstId: 3), First.Next(9));
        Assert.Equal(new PartitionLayout(2, FirstId: 12), First.Next(9).Next(2));
    }

    [Theory]
    [InlineData("0", true)]
    [InlineData("2", true)]
    [InlineData("3", false)]
    [InlineData("-1", false)]
    [InlineData("x", false)]
    public void IsRetired_Id_IsThatOfAnEarlierContainer(string id, bool expected) =>
        Assert.Equal(expected, First.Next(9).IsRetired(id));
}
