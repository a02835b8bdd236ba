using System.Collections.Concurrent;
using DroneDelivery.Delivery.Creates;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// The summaries of all owners in memory: a read model, so that an invoice asks the database for the utilization only. What is
/// created here is counted at once; what another process creates, with the next read. Readers need no lock.
/// </summary>
internal sealed class DeliverySummaries
{
    private readonly Lock _gate = new();
    private List<CountedDelivery>? _addedWhileReading;
    private volatile ConcurrentDictionary<string, OwnerSummary>? _byOwner;

    /// <summary>True once the database has been read, even if it held none.</summary>
    public bool IsLoaded => _byOwner is not null;

    /// <summary>The owners whose summaries were read.</summary>
    public int Count { get; private set; }

    public OwnerLookup Find(string ownerId) =>
        _byOwner is { } all ? new OwnerLookup(IsLoaded: true, all.GetValueOrDefault(ownerId)) : default;

    /// <summary>Comes before the database is read: a read may or may not see what is added meanwhile.</summary>
    public void BeginRead()
    {
        lock (_gate)
        {
            _addedWhileReading = [];
        }
    }

    /// <param name="summaries">As stored: without the deliveries that callers created.</param>
    /// <param name="created">Those.</param>
    public void EndRead(IReadOnlyCollection<OwnerSummary> summaries, IEnumerable<CountedDelivery> created)
    {
        var byOwner = new ConcurrentDictionary<string, OwnerSummary>(
            summaries.Select(summary => KeyValuePair.Create(summary.OwnerId, summary)), StringComparer.Ordinal);
        lock (_gate)
        {
            foreach (var delivery in created.UnionBy(_addedWhileReading ?? [], delivery => delivery.DeliveryId))
            {
                Add(byOwner, delivery);
            }

            (Count, _addedWhileReading, _byOwner) = (summaries.Count, null, byOwner);
        }
    }

    public void Add(CountedDelivery delivery)
    {
        lock (_gate)
        {
            _addedWhileReading?.Add(delivery);
            if (_byOwner is { } byOwner)
            {
                Add(byOwner, delivery);
            }
        }
    }

    private static void Add(ConcurrentDictionary<string, OwnerSummary> byOwner, CountedDelivery delivery)
    {
        var owner = byOwner.GetValueOrDefault(delivery.OwnerId) ?? new OwnerSummary(delivery.OwnerId, []);
        byOwner[delivery.OwnerId] = owner.Plus(delivery);
    }
}
