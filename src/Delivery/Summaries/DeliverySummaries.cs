using System.Collections.Frozen;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// The summaries of all owners in memory: a read model, so that an invoice asks the database for the utilization only. Readers
/// see either the whole old set or the whole new one.
/// </summary>
internal sealed class DeliverySummaries
{
    private volatile FrozenDictionary<string, OwnerSummary>? _byOwner;

    /// <summary>True once the database has been read, even if it held none.</summary>
    public bool IsLoaded => _byOwner is not null;

    public int Count => _byOwner?.Count ?? 0;

    public OwnerLookup Find(string ownerId) =>
        _byOwner is { } all ? new OwnerLookup(IsLoaded: true, all.GetValueOrDefault(ownerId)) : default;

    public void Replace(IEnumerable<OwnerSummary> summaries) =>
        _byOwner = summaries.ToFrozenDictionary(summary => summary.OwnerId, StringComparer.Ordinal);
}
