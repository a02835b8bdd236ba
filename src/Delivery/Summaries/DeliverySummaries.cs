using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// The summaries of all owners in memory: a read model, so that an invoice reads only the utilization from the database. A
/// delivery created by this process is counted at once; one created by another process, at the next read. Readers need no lock.
/// </summary>
internal sealed class DeliverySummaries
{
    private readonly Lock _gate = new();
    private List<CountedDelivery>? _addedWhileReading;
    private volatile SummarySet? _read;

    /// <summary>True once the database has been read, even if it had no summaries.</summary>
    public bool IsLoaded => _read is not null;

    /// <summary>The owners whose summaries were read.</summary>
    public int Count => _read?.ReadOwners ?? 0;

    public OwnerLookup Find(string ownerId) =>
        _read is { } read ? new OwnerLookup(IsLoaded: true, read.Find(ownerId)) : default;

    /// <summary>Some month of some owner; null if there is none.</summary>
    public DeliverySummary? FindAnyMonth() => _read?.FindAnyMonth();

    /// <summary>Call before the database is read: a read may or may not see deliveries that are added meanwhile.</summary>
    public void BeginRead()
    {
        lock (_gate)
        {
            _addedWhileReading = [];
        }
    }

    /// <param name="summaries">As stored: without the deliveries that clients created.</param>
    /// <param name="created">The deliveries that clients created.</param>
    public void EndRead(IReadOnlyCollection<OwnerSummary> summaries, IEnumerable<CountedDelivery> created)
    {
        var read = new SummarySet(summaries);
        AddAll(read, created);
        lock (_gate)
        {
            AddAll(read, _addedWhileReading ?? []);
            (_addedWhileReading, _read) = (null, read);
        }
    }

    /// <summary>
    /// Counts a delivery that is in the database. It is counted once, even if it is added again or a read has seen it.
    /// </summary>
    public void Add(CountedDelivery delivery)
    {
        lock (_gate)
        {
            _addedWhileReading?.Add(delivery);
            _read?.Add(delivery);
        }
    }

    private static void AddAll(SummarySet set, IEnumerable<CountedDelivery> deliveries)
    {
        foreach (var delivery in deliveries)
        {
            set.Add(delivery);
        }
    }
}
