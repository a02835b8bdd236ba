using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using DroneDelivery.Delivery.Creates;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// The summaries that one read found, and the created deliveries counted into them, each once. Readers need no lock; one adds at
/// a time.
/// </summary>
internal sealed class SummarySet(IReadOnlyCollection<OwnerSummary> summaries)
{
    private readonly ConcurrentDictionary<string, OwnerSummary> _byOwner = new(
        summaries.Select(summary => KeyValuePair.Create(summary.OwnerId, summary)), StringComparer.Ordinal);

    // There is one for each delivery that was ever created: some 40 bytes with its place, where the id would take 120.
    private readonly HashSet<UInt128> _counted = [];

    public int ReadOwners { get; } = summaries.Count;

    public OwnerSummary? Find(string ownerId) => _byOwner.GetValueOrDefault(ownerId);

    /// <summary>Does nothing where the delivery is counted already.</summary>
    public void Add(CountedDelivery delivery)
    {
        if (_counted.Add(HashOf(delivery.DeliveryId)))
        {
            var owner = Find(delivery.OwnerId) ?? new OwnerSummary(delivery.OwnerId, []);
            _byOwner[delivery.OwnerId] = owner.Plus(delivery);
        }
    }

    // 128 bits: no two ids get the same.
    private static UInt128 HashOf(string deliveryId)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(deliveryId), hash);
        return BinaryPrimitives.ReadUInt128BigEndian(hash);
    }
}
