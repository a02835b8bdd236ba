namespace DroneDelivery.Gateway.Usage;

/// <summary>Usage that has not been taken away yet: a part for each processor. Safe for concurrent use.</summary>
internal sealed class UsageLedger
{
    private readonly UsageStripe[] _stripes =
        [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => new UsageStripe())];

    public void Count(UsageKey key, long bytesIn, long bytesOut, long microseconds) =>
        _stripes[Thread.GetCurrentProcessorId() % _stripes.Length].Count(key, bytesIn, bytesOut, microseconds);

    /// <summary>Takes what was counted since the last call. Each request is in what exactly one call returns.</summary>
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
