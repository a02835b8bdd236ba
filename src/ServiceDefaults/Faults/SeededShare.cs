namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>Picks a share of many requests at random; the same seed picks the same ones. For any number of threads.</summary>
internal sealed class SeededShare(double share, int seed)
{
    private readonly Lock _gate = new();
    private readonly Random _random = new(seed);

    public bool PicksNext()
    {
        lock (_gate)
        {
            return _random.NextDouble() < share;
        }
    }
}
