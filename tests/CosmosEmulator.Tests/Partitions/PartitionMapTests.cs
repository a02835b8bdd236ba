using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Tests.Partitions;

public sealed class PartitionMapTests
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

    [Fact]
    public void Find_FirstKeyOfEachRange_IsItsPartition()
    {
        var map = PartitionMap.Create(First.Next(9), (id, range, parents) => new Partition(id, range, parents, null!, null!));

        Assert.Equal(Enumerable.Range(3, 9).Select(id => $"{id}"), map.Select(partition => partition.Id));
        Assert.All(map, partition => Assert.Same(partition, map.Find(partition.Range.Min)));
        Assert.All(map.Skip(1), partition => Assert.Equal(
            int.Parse(partition.Id) - 1, int.Parse(map.Find(new EffectivePartitionKey(partition.Range.Min.Value - 1)).Id)));
    }
}
