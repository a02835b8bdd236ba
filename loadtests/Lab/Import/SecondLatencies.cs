namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>
/// The latencies of each second, of requests in any order. Requests wait until there are many, and are then added to the compact
/// distributions of their seconds: memory does not grow with the number of requests.
/// </summary>
internal sealed class SecondLatencies
{
    private const int MaxWaiting = 200_000;

    private readonly Dictionary<int, byte[]> _seconds = [];
    private readonly List<(int Second, ImportedRequest Request)> _waiting = [];

    public LatencyDistribution Total { get; } = new();

    public void Add(int second, ImportedRequest request)
    {
        Record(Total, request);
        _waiting.Add((second, request));
        if (_waiting.Count >= MaxWaiting)
        {
            Merge();
        }
    }

    /// <summary>The latencies of the requests that ended in this second.</summary>
    public LatencyDistribution Read(int second)
    {
        Merge();
        return _seconds.TryGetValue(second, out var bytes) ? LatencyDistribution.FromBytes(bytes) : new LatencyDistribution();
    }

    private void Merge()
    {
        foreach (var requests in _waiting.GroupBy(each => each.Second))
        {
            var latencies = _seconds.TryGetValue(requests.Key, out var bytes)
                ? LatencyDistribution.FromBytes(bytes)
                : new LatencyDistribution();
            foreach (var (_, request) in requests)
            {
                Record(latencies, request);
            }

            _seconds[requests.Key] = latencies.ToBytes();
        }

        _waiting.Clear();
    }

    private static void Record(LatencyDistribution latencies, ImportedRequest request) => (request.End switch
    {
        RequestEnd.Success => latencies.Successes,
        RequestEnd.Failure => latencies.Failures,
        _ => latencies.Unfinished,
    }).Record(Math.Max(0, request.DurationNanoseconds / 1_000), request.Weight);
}
