namespace DroneDelivery.Gateway.Usage;

/// <summary>Stores usage in SQLite or Redis.</summary>
internal interface IUsageStore
{
    /// <summary>Opens the store. Called once, when the gateway starts.</summary>
    Task OpenAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Adds a batch. Parts of it that are already written are not added again, so that a batch may be written again if it is
    /// unknown whether the first attempt succeeded. The batches of an instance must be written in the order of their numbers.
    /// </summary>
    /// <exception cref="ServiceDefaults.StoreException">The write failed; the batch may or may not be written.</exception>
    Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken);

    /// <exception cref="ServiceDefaults.StoreException">The usage cannot be read.</exception>
    Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken);
}

/// <summary>Selects the usage to read.</summary>
/// <param name="From">The start of the first interval, as Unix time in seconds.</param>
/// <param name="To">Intervals that start at this time or later are left out.</param>
/// <param name="Step">The length of each interval of the report, in seconds.</param>
/// <param name="Keys">The ids of the keys; null for all keys.</param>
/// <param name="Route">The pattern of the route; null for all routes.</param>
internal sealed record UsageFilter(long From, long To, int Step, IReadOnlySet<string>? Keys, string? Route);

/// <summary>The usage that a store returns for a filter.</summary>
/// <param name="Intervals">The sums of each interval, ordered by its start. Intervals without a request are left out.</param>
internal sealed record UsageRead(
    IReadOnlyDictionary<UsageKey, UsageFigures> Rows, IReadOnlyList<KeyValuePair<long, UsageFigures>> Intervals);

/// <summary>Usage to be written to the store.</summary>
/// <param name="Instance">The id of the gateway process that counted the usage. It is different after each start.</param>
/// <param name="Number">The sequence number, starting at 1. A store writes each number of an instance only once.</param>
/// <param name="At">When the usage was taken from memory.</param>
internal sealed record UsageBatch(
    string Instance, long Number, DateTimeOffset At, Dictionary<UsageKey, UsageFigures> Rows)
{
    /// <summary>The length of the intervals by which usage is stored, in seconds.</summary>
    public const int SecondsPerInterval = 60;

    public long Requests => Rows.Values.Sum(row => row.Requests);

    /// <summary>The start of the interval that contains <see cref="At"/>, as Unix time in seconds.</summary>
    public long Interval
    {
        get
        {
            var seconds = At.ToUnixTimeSeconds();
            return seconds - (seconds % SecondsPerInterval);
        }
    }

    /// <summary>
    /// Adds usage. Must not be called for a batch that was sent to the store, because the store writes each number only once.
    /// </summary>
    public void Add(Dictionary<UsageKey, UsageFigures> rows)
    {
        foreach (var (key, figures) in rows)
        {
            if (!Rows.TryAdd(key, figures))
            {
                Rows[key].Add(figures);
            }
        }
    }
}
