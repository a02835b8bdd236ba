namespace DroneDelivery.Gateway.Caching;

/// <summary>An entry of a <see cref="SieveStore{TEntry}"/>.</summary>
internal abstract class SieveEntry
{
    public required string Key { get; init; }

    public abstract long Bytes { get; }

    /// <summary>Whether the entry was requested since the store last examined it for eviction.</summary>
    public bool WasVisited { get; set; }
}
