using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Tests.Partitions;

public sealed class PartitionMapTests
{
    [Fact]
    public void Find_FirstKeyOfEachRange_IsItsPartition()
    {
        var map = PartitionMap.Create(
            new PartitionLayout(9, FirstId: 3), (id, range, parents) => new Partition(id, range, parents, null!, null!));

        Assert.Equal(Enumerable.Range(3, 9).Select(id => $"{id}"), map.Select(partition => partition.Id));
        Assert.All(map, partition => Assert.Same(partition, map.Find(partition.Range.Min)));
        Assert.All(map.Skip(1), partition => Assert.Equal(
            int.Parse(partition.Id) - 1, int.Parse(map.Find(new EffectivePartitionKey(partition.Range.Min.Value - 1)).Id)));
    }
}
