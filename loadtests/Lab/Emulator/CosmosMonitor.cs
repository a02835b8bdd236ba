namespace DroneDelivery.LoadTests.Lab.Emulator;

/// <summary>
/// Reads the emulator's counters once a second and stores them, so that the figures of a run are available after the emulator has
/// ended. Each read transfers only the last few seconds. Can be read at any time, from any thread.
/// </summary>
/// <param name="emulator">Null for a system without a database: then nothing is read.</param>
/// <param name="container">Empty for the one that has used most RU.</param>
internal sealed class CosmosMonitor(EmulatorAdmin? emulator, string container, TimeProvider time)
{
    // A second that was read before its end is read again after its end.
    private const int OverlapSeconds = 3;

    // In a longer run, the last hour is kept.
    private const int KeptSeconds = 3_600;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string Container, string Partition), SortedDictionary<long, PartitionSecondState>> _seconds = [];
    private volatile ContainerState? _latest;
    private long _readUpTo;

    /// <summary>The container's counters as last read; null before the first read.</summary>
    public ContainerState? Latest => _latest;

    /// <summary>The reason of the last failed read; null if no read failed.</summary>
    public string? LastFault { get; private set; }

    /// <summary>Reads until cancelled; then returns normally. If the emulator does not answer, the last values stay.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (emulator is not null && !cancellationToken.IsCancellationRequested)
        {
            await TryReadAsync(cancellationToken);
            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Reads once. After a failure, the last values are kept and <see cref="LastFault"/> has the reason.</summary>
    public async Task TryReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            await (emulator is null ? Task.CompletedTask : ReadAsync(emulator, cancellationToken));
        }
        catch (Exception exception)
            when (exception is ExpectedException or IOException or JsonException or OperationCanceledException)
        {
            // The watch of the process reports an emulator that has ended.
            LastFault = exception.Message;
        }
    }

    /// <summary>RU used over all partitions in the last whole second.</summary>
    public double RequestUnitsInLastSecond()
    {
        var second = Interlocked.Read(ref _readUpTo) - 1;
        return _latest?.Partitions.Sum(partition => partition.RequestUnitsIn(second)) ?? 0;
    }

    /// <summary>Everything read, with seconds counted from <paramref name="start"/>.</summary>
    /// <exception cref="LabException">Nothing was read.</exception>
    public CosmosRecord ToRecord(DateTimeOffset start)
    {
        if (emulator is null)
        {
            return CosmosRecord.None;
        }

        var state = _latest ?? throw new LabException($"The emulator's counters could not be read: {LastFault}");
        var firstSecond = start.ToUnixTimeSeconds();
        return new CosmosRecord(
            state.Id,
            state.PartitionKeyPath,
            state.Throughput,
            state.Calls.Data,
            state.Calls.Plan,
            state.RequestUnits,
            [.. state.Partitions.Select(partition => new PartitionRecord(
                partition.Id, partition.BudgetPerSecond, partition.Documents, SecondsOf((state.Id, partition.Id), firstSecond)))])
        {
            DocumentBytes = state.DocumentBytes, IndexBytes = state.IndexBytes,
            TopKeys = [.. state.TopKeys.Select(key =>
                new LogicalKeyUsage(key.Key, key.PartitionId, key.RequestUnits, key.Calls, key.Throttled))],
        };
    }

    private async Task ReadAsync(EmulatorAdmin admin, CancellationToken cancellationToken)
    {
        var state = await admin.ReadStateAsync(Math.Max(0, _readUpTo - OverlapSeconds), cancellationToken);
        var found = state.Find(container)
            ?? (container.Length == 0
                ? ContainerState.None
                : throw new LabException($"The emulator has no container {container}."));
        lock (_gate)
        {
            foreach (var candidate in container.Length > 0 ? [found] : state.Containers)
            {
                foreach (var partition in candidate.Partitions)
                {
                    KeepNeedsLock((candidate.Id, partition.Id), partition.Seconds);
                }
            }
        }

        Interlocked.Exchange(ref _readUpTo, state.Time.ToUnixTimeSeconds());
        _latest = found;
    }

    private void KeepNeedsLock((string Container, string Partition) id, IReadOnlyList<PartitionSecondState> seconds)
    {
        _seconds.TryAdd(id, []);
        var kept = _seconds[id];
        foreach (var second in seconds)
        {
            kept[second.Second] = second;
        }

        while (kept.Count > KeptSeconds)
        {
            kept.Remove(kept.Keys.First());
        }
    }

    private IReadOnlyList<PartitionSecond> SecondsOf((string Container, string Partition) id, long firstSecond) =>
        _gate.Read<PartitionSecond[]>(() =>
        [
            .. _seconds[id].Values.Where(row => row.Second >= firstSecond).Select(row => new PartitionSecond(
                (int)(row.Second - firstSecond), row.RequestUnits, row.Calls, row.Throttled)),
        ]);
}
