namespace DroneDelivery.Gateway.Usage;

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
