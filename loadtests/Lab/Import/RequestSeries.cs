namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>The requests of an import by second. Their first and last moment are known before one is added.</summary>
internal sealed class RequestSeries(ImportExtent extent)
{
    /// <summary>A day: beyond it the figures of each second would be too many.</summary>
    private const int MaxSeconds = 86_400;

    private const int MaxReasons = 50;

    private readonly SecondLatencies _latencies = new();
    private readonly Dictionary<int, long> _sent = [];
    private readonly Dictionary<int, int> _users = [];
    private readonly Dictionary<string, long> _reasons = [];
    private long _rows;

    private double Duration => Math.Max(0.001, (extent.Last - extent.First) / 1e9);

    private int Seconds => (int)Math.Min(MaxSeconds + 1, Math.Ceiling(Duration));

    /// <summary>The share of requests that the source kept; null if all.</summary>
    public double? SampledShare => _latencies.Total.Count > _rows ? (double)_rows / _latencies.Total.Count : null;

    public bool KnowsUsers => _users.Count > 0;

    public void Add(ImportedRequest request)
    {
        _rows++;
        _latencies.Add(SecondOf(request.EndNanoseconds), request);
        var second = SecondOf(request.StartNanoseconds);
        _sent[second] = _sent.GetValueOrDefault(second) + request.Weight;
        if (request.Failure is { } failure)
        {
            var reason = _reasons.Count < MaxReasons || _reasons.ContainsKey(failure) ? failure : AnswerCounts.Other;
            _reasons[reason] = _reasons.GetValueOrDefault(reason) + request.Weight;
        }
    }

    /// <summary>The number of users at a moment, Unix time in nanoseconds.</summary>
    public void AddUsers(long at, int users)
    {
        if (at >= extent.First && at <= extent.Last)
        {
            _users[SecondOf(at)] = users;
        }
    }

    public LoadRecord ToRecord()
    {
        var total = _latencies.Total;
        return new LoadRecord(
            Duration, total.Successes.Count, total.Failed, _reasons, CutOff: null, LatencySummary.FromDistribution(total),
            ServiceTime: null, DistributionBucket.FromLatency(total), GeneratorRecord.NotMeasured,
            Seconds > MaxSeconds ? [] : [.. Samples()], Steps: [])
        {
            Sent = total.Count,
            Successes = total.Failed > 0 ? LatencySummary.FromHistogram(total.Successes) : null,
        };
    }

    private IEnumerable<SecondSample> Samples()
    {
        var inFlight = 0L;
        for (var second = 0; second < Seconds; second++)
        {
            var (latencies, sent) = (_latencies.Read(second), _sent.GetValueOrDefault(second));
            inFlight += sent - latencies.Count;
            yield return new SecondSample(
                second, _users.TryGetValue(second, out var users) ? users : null, latencies.Successes.Count, latencies.Failed,
                latencies.Mean, latencies.Percentile(50), latencies.Percentile(95))
            {
                Length = Math.Min(1, Duration - second),
                InFlight = (int)inFlight,
                Sent = sent,
                Dropped = null,
                Latency = latencies.ToBytes(),
            };
        }
    }

    private int SecondOf(long nanoseconds) =>
        (int)Math.Clamp((nanoseconds - extent.First) / 1_000_000_000, 0, Math.Max(0, Seconds - 1));
}

/// <summary>The first and the last moment of requests, Unix time in nanoseconds.</summary>
internal readonly record struct ImportExtent(long First, long Last)
{
    public static ImportExtent None { get; } = new(long.MaxValue, long.MinValue);

    public bool IsEmpty => First > Last;

    public ImportExtent With(ImportedRequest request) =>
        new(Math.Min(First, request.StartNanoseconds), Math.Max(Last, request.EndNanoseconds));

    public ImportExtent With(ImportExtent other) => new(Math.Min(First, other.First), Math.Max(Last, other.Last));
}
