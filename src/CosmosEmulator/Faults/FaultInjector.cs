using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Faults;

/// <summary>Decides which data calls fail, and how much slower a partition is than the others.</summary>
internal sealed class FaultInjector
{
    private ActiveFaults _active = new(FaultSettings.None);

    public FaultSettings Settings => Volatile.Read(ref _active).Settings;

    /// <summary>Takes effect with the next call and starts the sequence of failures from its seed.</summary>
    public void Change(FaultSettings settings) => Volatile.Write(ref _active, new ActiveFaults(settings));

    /// <summary>1 where nothing is set, and for a call that went to no partition.</summary>
    public double LatencyFactorOf(Partition? partition)
    {
        var slow = Settings.SlowPartitions;
        return slow.Count > 0 && partition is not null && slow.TryGetValue(partition.Id, out var factor) ? factor : 1;
    }

    /// <summary>The status that the next data call is to fail with; null when it is to be served.</summary>
    public int? NextError() => Volatile.Read(ref _active).NextError();

    /// <summary>Settings and the draws made under them, changed as one.</summary>
    private sealed class ActiveFaults(FaultSettings settings)
    {
        private readonly Lock _gate = new();
        private readonly Random _random = new(settings.Seed);

        public FaultSettings Settings { get; } = settings;

        public int? NextError()
        {
            if (Settings.ErrorShare <= 0)
            {
                return null;
            }

            lock (_gate)
            {
                return _random.NextDouble() < Settings.ErrorShare ? Settings.ErrorStatus : null;
            }
        }
    }
}
