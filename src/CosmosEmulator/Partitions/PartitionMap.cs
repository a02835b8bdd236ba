using System.Collections;
using System.Globalization;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Partitions;

/// <summary>
/// The physical partitions of a container in the order of their ranges, which cover all keys. A map never changes: another takes
/// its place.
/// </summary>
internal sealed class PartitionMap : IReadOnlyList<Partition>
{
    private readonly IReadOnlyList<Partition> _partitions;
    private readonly int _nextId;

    private PartitionMap(int version, IReadOnlyList<Partition> partitions, int nextId) =>
        (Version, _partitions, _nextId) = (version, partitions, nextId);

    /// <summary>Grows with each map of a container, from 1 on.</summary>
    public int Version { get; }

    public int Count => _partitions.Count;

    public Partition this[int index] => _partitions[index];

    /// <summary>Equal ranges.</summary>
    public static PartitionMap Create(PartitionLayout layout, Func<string, EpkRange, IReadOnlyList<string>, Partition> create) => new(
        version: 1,
        [.. EpkRange.Split(layout.Count).Select((range, index) => create(IdOf(layout.FirstId + index), range, []))],
        layout.FirstId + layout.Count);

    /// <summary>A map in which new partitions have the place of one.</summary>
    /// <param name="ranges">Together the range of the old partition, in order.</param>
    public PartitionMap Replace(
        Partition old, IReadOnlyList<EpkRange> ranges, Func<string, EpkRange, IReadOnlyList<string>, Partition> create) => new(
            Version + 1,
            [
                .. _partitions.TakeWhile(partition => partition != old),
                .. ranges.Select((range, index) => create(IdOf(_nextId + index), range, [.. old.Parents, old.Id])),
                .. _partitions.SkipWhile(partition => partition != old).Skip(1),
            ],
            _nextId + ranges.Count);

    public Partition Find(EffectivePartitionKey key)
    {
        var (low, high) = (0, Count - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = key.CompareTo(_partitions[middle].Range.Min) >= 0 ? (middle, high) : (low, middle - 1);
        }

        return _partitions[low];
    }

    /// <summary>Null if there is none with the id, or none anymore.</summary>
    public Partition? Find(string id)
    {
        foreach (var partition in _partitions)
        {
            if (partition.Id == id)
            {
                return partition;
            }
        }

        return null;
    }

    public IEnumerator<Partition> GetEnumerator() => _partitions.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private static string IdOf(int number) => number.ToString(CultureInfo.InvariantCulture);
}
