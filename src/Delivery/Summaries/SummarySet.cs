using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// The summaries of one read, with each created delivery counted once. Any number of threads may read while one adds.
/// </summary>
internal sealed class SummarySet(IReadOnlyCollection<OwnerSummary> summaries)
{
    private readonly ConcurrentDictionary<string, OwnerSummary> _byOwner = new(
        summaries.Select(summary => KeyValuePair.Create(summary.OwnerId, summary)), StringComparer.Ordinal);

    // One for each delivery that was ever created: about 40 bytes as a hash, about 120 as a string.
    private readonly HashSet<UInt128> _counted = [];

    public int ReadOwners { get; } = summaries.Count;

    public OwnerSummary? Find(string ownerId) => _byOwner.GetValueOrDefault(ownerId);

    public DeliverySummary? FindAnyMonth() =>
        _byOwner.Values.FirstOrDefault(owner => owner.Months.Count > 0) is { Months: [var month, ..] } owner
            ? owner.SummarizeMonth(month.Year, month.Month)
            : null;

    /// <summary>Does nothing if the delivery is counted already.</summary>
    public void Add(CountedDelivery delivery)
    {
        if (_counted.Add(HashOf(delivery.DeliveryId)))
        {
            var owner = Find(delivery.OwnerId) ?? new OwnerSummary(delivery.OwnerId, []);
            _byOwner[delivery.OwnerId] = owner.Plus(delivery);
        }
    }

    // 128 bits make a collision of two ids practically impossible.
    private static UInt128 HashOf(string deliveryId)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(deliveryId), hash);
        return BinaryPrimitives.ReadUInt128BigEndian(hash);
    }
}
