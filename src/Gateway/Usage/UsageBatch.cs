namespace DroneDelivery.Gateway.Usage;

/// <summary>Usage on its way to the store.</summary>
/// <param name="Instance">The gateway it was counted by: another one after each start.</param>
/// <param name="Number">From 1, one more each time. A store that has written a number does not write it again.</param>
/// <param name="At">When it was taken from memory.</param>
internal sealed record UsageBatch(
    string Instance, long Number, DateTimeOffset At, Dictionary<UsageKey, UsageFigures> Rows)
{
    /// <summary>The length of the intervals that usage is kept by.</summary>
    public const int SecondsPerInterval = 60;

    public long Requests => Rows.Values.Sum(row => row.Requests);

    /// <summary>The start of its interval, as Unix time in seconds.</summary>
    public long Interval
    {
        get
        {
            var seconds = At.ToUnixTimeSeconds();
            return seconds - (seconds % SecondsPerInterval);
        }
    }

    /// <summary>Adds usage. Only for a batch that was never sent to the store, which writes a number once.</summary>
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
