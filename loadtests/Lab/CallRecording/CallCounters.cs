using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>
/// Counts the calls of a proxy by container and operation, and by partition and second, in bounded memory. Safe for concurrent
/// use.
/// </summary>
internal sealed class CallCounters(TimeProvider time)
{
    // Names come from clients. The calls of further containers are counted together.
    private const int MaxContainers = 100;
    private const string FurtherContainers = "(further)";
    private const int KeptSeconds = 3_600;

    private readonly Lock _gate = new();
    private readonly SortedDictionary<(string Container, string Operation), Totals> _operations = [];
    private readonly Dictionary<string, ContainerCounts> _containers = [];

    public void Add(RecordedCall call)
    {
        using var scope = _gate.EnterScope();
        var container = call.Container ?? "";
        if (container.Length > 0 && !_containers.ContainsKey(container) && _containers.Count >= MaxContainers)
        {
            container = FurtherContainers;
        }

        Find(_operations, (container, call.Operation)).Add(call);
        if (container.Length > 0)
        {
            Find(_containers, container).Add(call, time.GetUtcNow().ToUnixTimeSeconds());
        }
    }

    /// <summary>Sets all counts to zero.</summary>
    public void Reset()
    {
        using var scope = _gate.EnterScope();
        _operations.Clear();
        _containers.Clear();
    }

    /// <summary>The counts as the emulator's admin API returns them. Partition keys, RU/s and documents are not known.</summary>
    public EmulatorState Read(long sinceSecond) => _gate.Read(() => new EmulatorState(
        time.GetUtcNow(), [.. _containers.Select(container => container.Value.Read(container.Key, sinceSecond))]));

    /// <summary>A line for each operation of each container, and the partition that used most RU.</summary>
    public string InWords() => _gate.Read(() =>
    {
        var table = new QueryResult(
            ["container", "operation", "calls", "ru", "throttled", "retry_after_ms"],
            [.. _operations.Select(row => (object?[])
            [
                row.Key.Container, row.Key.Operation, row.Value.Calls, row.Value.RequestUnits, row.Value.Throttled,
                row.Value.RetryAfterMs,
            ])],
            HasMore: false);
        var all = _operations.Values;
        var busiest = (
            from container in _containers
            from partition in container.Value.Partitions
            orderby partition.Value.RequestUnits descending
            select $"The busiest partition is {partition.Key} of {container.Key}, with "
                + $"{Short(partition.Value.RequestUnits)} RU of {Short(container.Value.RequestUnits)}.").FirstOrDefault();
        return QueryText.Plain(table) + $"\n{Counted(all.Sum(row => row.Calls), "call")}, "
            + $"{Short(all.Sum(row => row.RequestUnits))} RU, {Count(all.Sum(row => row.Throttled))} throttled (429), "
            + $"with waits of {Milliseconds(all.Sum(row => row.RetryAfterMs))} in all. {busiest}";
    });

    private static TValue Find<TKey, TValue>(IDictionary<TKey, TValue> counts, TKey key)
        where TValue : new()
    {
        if (!counts.TryGetValue(key, out var found))
        {
            counts[key] = found = new TValue();
        }

        return found;
    }

    private class Totals
    {
        public long Calls { get; private set; }

        public double RequestUnits { get; private set; }

        public long Throttled { get; private set; }

        public double RetryAfterMs { get; private set; }

        public void Add(RecordedCall call)
        {
            Calls++;
            RequestUnits += call.RequestUnits;
            Throttled += call.Status == StatusCodes.Status429TooManyRequests ? 1 : 0;
            RetryAfterMs += call.RetryAfterMs;
        }
    }

    private sealed class PartitionCounts : Totals
    {
        public SortedDictionary<long, Totals> Seconds { get; } = [];

        public void Add(RecordedCall call, long second)
        {
            Add(call);
            Find(Seconds, second).Add(call);
            if (Seconds.Count > KeptSeconds)
            {
                Seconds.Remove(Seconds.Keys.First());
            }
        }

        public PartitionState Read(string id, long sinceSecond) => new(
            id, Documents: 0, BudgetPerSecond: 0,
            [
                .. Seconds.Where(second => second.Key >= sinceSecond).Select(second => new PartitionSecondState(
                    second.Key, second.Value.RequestUnits, second.Value.Calls, second.Value.Throttled)),
            ]);
    }

    private sealed class ContainerCounts
    {
        private readonly Dictionary<string, long> _data = [];
        private readonly Dictionary<string, long> _plans = [];

        public Dictionary<string, PartitionCounts> Partitions { get; } = [];

        public double RequestUnits { get; private set; }

        public void Add(RecordedCall call, long second)
        {
            var isData = call.Kind == CosmosCall.Data;
            var calls = isData ? _data : _plans;
            calls[$"{call.Status}"] = calls.GetValueOrDefault($"{call.Status}") + 1;
            RequestUnits += isData ? call.RequestUnits : 0;
            if (isData && call.Partition is { } partition)
            {
                Find(Partitions, partition).Add(call, second);
            }
        }

        public ContainerState Read(string id, long sinceSecond) => new(
            id, PartitionKeyPath: "", Throughput: 0, Documents: 0, RequestUnits,
            new CallCounts(new Dictionary<string, long>(_data), new Dictionary<string, long>(_plans)),
            [
                .. Partitions.OrderBy(partition => partition.Key.Length)
                    .ThenBy(partition => partition.Key, StringComparer.Ordinal)
                    .Select(partition => partition.Value.Read(partition.Key, sinceSecond)),
            ]);
    }
}
