namespace DroneDelivery.Gateway.Usage;

/// <summary>The usage in memory, with one <see cref="UsageStripe"/> for each processor. Safe for concurrent use.</summary>
internal sealed class UsageLedger
{
    private readonly UsageStripe[] _stripes =
        [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => new UsageStripe())];

    public void Count(UsageKey key, long bytesIn, long bytesOut, long microseconds) =>
        _stripes[Thread.GetCurrentProcessorId() % _stripes.Length].Count(key, bytesIn, bytesOut, microseconds);

    /// <summary>Removes and returns the usage counted since the last call. Each request is counted in one result only.</summary>
    public Dictionary<UsageKey, UsageFigures> Take()
    {
        var all = _stripes[0].Take();
        foreach (var stripe in _stripes.AsSpan(1))
        {
            foreach (var (key, figures) in stripe.Take())
            {
                if (!all.TryAdd(key, figures))
                {
                    all[key].Add(figures);
                }
            }
        }

        return all;
    }
}
