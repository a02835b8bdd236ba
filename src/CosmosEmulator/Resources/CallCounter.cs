
namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>Counts a container's calls by kind and status, without a lock.</summary>
internal sealed class CallCounter
{
    private const int Statuses = 600;
    private readonly long[][] _counts = [new long[Statuses], new long[Statuses], new long[Statuses]];

    public void Count(CallKind kind, int status) => Interlocked.Increment(ref _counts[(int)kind][status]);

    public SortedDictionary<string, long> Snapshot(CallKind kind)
    {
        var counts = _counts[(int)kind];
        var seen = Enumerable.Range(0, Statuses)
            .Select(status => KeyValuePair.Create($"{status}", Interlocked.Read(ref counts[status])))
            .Where(pair => pair.Value > 0);
        return new SortedDictionary<string, long>(new Dictionary<string, long>(seen), StringComparer.Ordinal);
    }

    public void Reset()
    {
        foreach (var counts in _counts)
        {
            Array.Clear(counts);
        }
    }
}
