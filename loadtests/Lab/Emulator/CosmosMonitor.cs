using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Emulator;

/// <summary>
/// Reads the emulator's counters once a second, and keeps what it has read: the figures of a run survive the emulator, and each read
/// carries only the last few seconds.
/// </summary>
internal sealed class CosmosMonitor(EmulatorAdmin emulator, string container, TimeProvider time)
{
    // A second that was read while it ran is read again when it is over.
    private const int OverlapSeconds = 3;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<(string Partition, long Second), PartitionSecondState> _seconds = [];
    private volatile ContainerState? _latest;
    private long _readUpTo;

    /// <summary>The container's counters as last read; null before the first read.</summary>
    public ContainerState? Latest => _latest;

    /// <summary>Why the last failed read failed; null when none did.</summary>
    public string? LastFault { get; private set; }

    /// <summary>Reads until cancelled; then returns normally. While the emulator does not answer, what was read last stands.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            await TryReadAsync(cancellationToken);
            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Reads once. When that fails or is cancelled, what was read last stands, and <see cref="LastFault"/> says why.</summary>
    public async Task TryReadAsync(CancellationToken cancellationToken)
    {
        try
        {
            await ReadAsync(cancellationToken);
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or JsonException or OperationCanceledException)
        {
            // A dead emulator is reported by whoever watches its process.
            LastFault = exception.Message;
        }
    }

    /// <summary>RU used over all partitions in the last whole second.</summary>
    public double RequestUnitsInLastSecond()
    {
        var second = _readUpTo - 1;
        return _latest?.Partitions.Sum(partition => partition.Seconds.FirstOrDefault(row => row.Second == second)?.RequestUnits ?? 0) ?? 0;
    }

    /// <summary>Everything read, with seconds counted from <paramref name="start"/>.</summary>
    /// <exception cref="LabException">Nothing was read.</exception>
    public CosmosRecord ToRecord(DateTimeOffset start)
    {
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
                partition.Id, partition.BudgetPerSecond, partition.Documents, SecondsOf(partition.Id, firstSecond)))]);
    }

    private async Task ReadAsync(CancellationToken cancellationToken)
    {
        var state = await emulator.ReadStateAsync(Math.Max(0, _readUpTo - OverlapSeconds), cancellationToken);
        var found = state.Containers.FirstOrDefault(candidate => candidate.Id == container)
            ?? throw new LabException($"The emulator has no container {container}.");
        foreach (var partition in found.Partitions)
        {
            foreach (var second in partition.Seconds)
            {
                _seconds[(partition.Id, second.Second)] = second;
            }
        }

        _readUpTo = state.Time.ToUnixTimeSeconds();
        _latest = found;
    }

    private IReadOnlyList<PartitionSecond> SecondsOf(string partition, long firstSecond) =>
        [.. _seconds
            .Where(entry => entry.Key.Partition == partition && entry.Key.Second >= firstSecond)
            .OrderBy(entry => entry.Key.Second)
            .Select(entry => new PartitionSecond(
                (int)(entry.Key.Second - firstSecond), entry.Value.RequestUnits, entry.Value.Calls, entry.Value.Throttled))];
}
