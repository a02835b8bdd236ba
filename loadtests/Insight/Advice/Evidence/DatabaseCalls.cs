namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>How the calls of one operation to the database are ordered in time.</summary>
internal enum CallShape
{
    None,
    Single,
    Serial,
    Parallel,
}

/// <summary>The calls of a run to Cosmos DB, from its traces. Durations are in ms.</summary>
internal sealed class DatabaseCalls
{
    // If at most this share of operations has overlapping calls, calls count as made one after another.
    private const double MajorityShare = 0.5;

    // A partition is slower than most if its median is more than this factor above the median partition.
    private const double Alike = 1.5;

    private readonly IReadOnlyList<TracedRequest> _requests;
    private readonly IReadOnlyList<SpanRecord> _answered;

    public DatabaseCalls(IReadOnlyList<TracedRequest> requests)
    {
        _requests = [.. requests.Where(request => request.Answered.Count > 0)];
        _answered = [.. _requests.SelectMany(request => request.Answered)];
        ShareOfRequests = requests.Count == 0 ? 0 : (double)_requests.Count / requests.Count;
        PerOperation = Mean(request => request.Answered.Count);
        PartitionsPerOperation = Mean(request => request.Answered.Select(call => call.Partition()).Distinct().Count());
        Shape = ShapeOf();
        Durations = Lognormal.Fit(_answered.Select(ConnectedMs));
        DurationsWithoutSlowPartitions = Lognormal.Fit(CallsWithoutSlowPartitions().Select(ConnectedMs));
        Rows = new ReturnedRows(_requests);
    }

    /// <summary>The service that makes the calls; null without calls.</summary>
    public string? Caller => _answered.Count > 0 ? _answered[0].Service : null;

    /// <summary>The database's port, as spans and metrics write it; null if spans do not have it.</summary>
    public string? Port => _answered.Count > 0 ? _answered[0].Text("server.port") : null;

    public bool Any => _answered.Count > 0;

    /// <summary>
    /// The share of the traced requests, from 0 to 1, that call the database. Means here are over these, unless they say
    /// otherwise: a cache answers the other requests, or a service refuses them.
    /// </summary>
    public double ShareOfRequests { get; }

    /// <summary>Data calls of an operation, without throttled ones.</summary>
    public double PerOperation { get; }

    public double PartitionsPerOperation { get; }

    /// <summary>RU of the data calls of an operation, mean; 0 if spans do not have them.</summary>
    public double ChargePerOperation =>
        Mean(request => request.DataCalls.Sum(call => call.Number(SpanRecord.RequestCharge) ?? 0));

    public CallShape Shape { get; }

    /// <summary>Durations of a call as its caller measured them, from the moment it had a connection.</summary>
    public Lognormal Durations { get; }

    /// <summary>Like <see cref="Durations"/>, without partitions that are slower than most.</summary>
    public Lognormal DurationsWithoutSlowPartitions { get; }

    /// <summary>How long a call waited for a connection, mean.</summary>
    public double QueueMs => Any ? _answered.Average(SpanFacts.QueueMs) : 0;

    /// <summary>How long an operation's query plan waited for a connection, mean.</summary>
    public double PlanQueueMs => Mean(request => request.PlanCalls.Sum(SpanFacts.QueueMs));

    /// <summary>The rows that the calls returned, and what the calls cost.</summary>
    public ReturnedRows Rows { get; }

    /// <summary>From the first call to the end of the last, mean over all traced requests.</summary>
    public double MeanMs => MeanOverAll(Mean(request => request.DatabaseMs));

    public double PlanMs => Mean(request => request.PlanMs);

    /// <summary>How long a request waited to retry for each of its throttled calls, mean: parallel calls share a wait.</summary>
    public double WaitPerThrottledCallMs
    {
        get
        {
            var throttled = _requests.Sum(request => request.DataCalls.Count - request.Answered.Count);
            return throttled == 0 ? 0 : _requests.Sum(request => request.RetryWaitMs) / throttled;
        }
    }

    /// <summary>
    /// Median service time and number of calls by partition, as the database reports the time, otherwise as the caller measured
    /// it. The median, since one pause of a second does not make a partition slow.
    /// </summary>
    public IReadOnlyDictionary<string, (double MedianMs, int Calls)> ByPartition => _answered
        .GroupBy(call => call.Partition() ?? "")
        .ToDictionary(calls => calls.Key, calls => (MedianMs(calls), calls.Count()));

    /// <summary>Whether durations by partition are from the database and not from the caller.</summary>
    public bool DatabaseSaysDurations => _answered.Any(call => call.Number(SpanRecord.RequestDurationMs) is not null);

    /// <summary>The text of the first query; null if the SDK's spans do not carry it.</summary>
    public string? QueryText => _requests
        .SelectMany(request => request.Trace.Spans)
        .Select(span => span.Text("db.query.text") ?? span.Text("db.statement"))
        .FirstOrDefault(text => !string.IsNullOrEmpty(text));

    /// <summary>The mean over all traced requests of a figure that is zero for those without calls.</summary>
    /// <param name="mean">Its mean over the requests with calls.</param>
    public double MeanOverAll(double mean) => mean * ShareOfRequests;

    /// <summary>That mean as a clause; empty if every request has calls.</summary>
    public string MeanOverAllInWords(double meanMs) => ShareOfRequests < 1
        ? $"; {Share(ShareOfRequests)} of the requests make calls, so the mean over all is {Milliseconds(MeanOverAll(meanMs))}"
        : "";

    public double Mean(Func<TracedRequest, double> value) => _requests.Count == 0 ? 0 : _requests.Average(value);

    /// <summary>How long an operation waits for its unthrottled calls if each takes a draw of <paramref name="call"/>.</summary>
    public double ExpectedMs(CallShape shape, Lognormal call) => shape switch
    {
        CallShape.Serial => (PerOperation * call.Mean) + ((PerOperation - 1) * GapMs()),
        CallShape.Parallel => call.MeanOfLargest((int)Math.Round(PerOperation)),
        CallShape.Single => call.Mean,
        _ => 0,
    };

    /// <summary>Like <see cref="ExpectedMs"/>, for the calls as they are made.</summary>
    public double UnthrottledMs => ExpectedMs(Shape, Durations);

    /// <summary>The mean time from the end of a call to the start of the next, in unthrottled operations with several.</summary>
    private double GapMs()
    {
        var gaps = _requests
            .Where(request => request is { IsThrottled: false, Answered.Count: > 1 })
            .Select(request =>
                (request.DatabaseMs - request.Answered.Sum(call => call.DurationMs())) / (request.Answered.Count - 1));
        return Math.Max(0, gaps.DefaultIfEmpty().Average());
    }

    private static double ConnectedMs(SpanRecord call) => call.DurationMs() - call.QueueMs();

    private static double MedianMs(IEnumerable<SpanRecord> calls) =>
        calls.Select(call => call.Number(SpanRecord.RequestDurationMs) ?? ConnectedMs(call)).Quantile(0.5);

    private IEnumerable<SpanRecord> CallsWithoutSlowPartitions()
    {
        var partitions = ByPartition;
        var median = partitions.Values.Select(partition => partition.MedianMs).Quantile(0.5);
        return _answered.Where(call => partitions[call.Partition() ?? ""].MedianMs <= median * Alike);
    }

    private CallShape ShapeOf()
    {
        var several = _requests.Where(request => request.Answered.Count > 1).ToList();
        if (several.Count <= _requests.Count * MajorityShare)
        {
            return Any ? CallShape.Single : CallShape.None;
        }

        var overlapping = several.Count(request => Overlap.MaxAtOnce(request.Answered) > 1);
        return overlapping <= several.Count * MajorityShare ? CallShape.Serial : CallShape.Parallel;
    }
}
