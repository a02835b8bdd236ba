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
    private volatile SummarySet? _read;

    /// <summary>True once the database has been read, even if it held none.</summary>
    public bool IsLoaded => _read is not null;

    /// <summary>The owners whose summaries were read.</summary>
    public int Count => _read?.ReadOwners ?? 0;

    public OwnerLookup Find(string ownerId) =>
        _read is { } read ? new OwnerLookup(IsLoaded: true, read.Find(ownerId)) : default;

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
        var read = new SummarySet(summaries);
        AddAll(read, created);
        lock (_gate)
        {
            AddAll(read, _addedWhileReading ?? []);
            (_addedWhileReading, _read) = (null, read);
        }
    }

    /// <summary>Counts a delivery that is in the database: once, however often it is added, and if a read has seen it.</summary>
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
