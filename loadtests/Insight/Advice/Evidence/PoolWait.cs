namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>How long a request waits in a service for connections, mean in ms.</summary>
/// <param name="LostMs">
/// As the client reports it; otherwise the time before calls, less that with few concurrent requests unless the pool is
/// exhausted.
/// </param>
/// <param name="GapMs">The service's own time right before its calls.</param>
/// <param name="CallMs">The calls themselves.</param>
/// <param name="IsReported">Whether metrics or spans of the client have the wait.</param>
internal sealed record PoolWait(double LostMs, double GapMs, double CallMs, bool IsReported)
{
    // A pool with a larger share of its connections in use, in its busiest third of the time, has hardly any free.
    private const double Exhausted = 0.95;

    // With fewer calls in progress on average, even a single connection would be free most of the time.
    private const double BusyConnections = 0.5;

    /// <summary>The callee before whose calls most of the time passes; null without calls.</summary>
    public string? Callee { get; init; }

    /// <summary>The share of the pool's connections in use in its busiest third of the time; null without metrics.</summary>
    public double? Used { get; init; }

    public bool IsExhausted => Used >= Exhausted;

    /// <summary>Whether the time before calls grows with the load, and neither CPU nor a lock explains that.</summary>
    public bool ShowsBeforeCalls { get; private init; }

    public static PoolWait InService(RunEvidence run, string service)
    {
        var calls = run.Requests.SelectMany(request => CallsOf(request, service)).ToList();
        var (gap, call) = (run.Mean(GapMs), run.Mean(CallMs));
        var used = UsedShare(run, service);
        var lost = gap - (used >= Exhausted ? 0 : run.Requests.Select(GapMs).Quantile(0.1));
        var reported = Math.Max(MetricMs(run, service) * AtOnce(), run.Mean(request => Overlap.CoveredMs(
            request.Trace.Spans.Where(span => span.Service == service && span.IsConnecting()))));
        return new PoolWait(reported > 0 ? reported : lost, gap, call, reported > 0)
        {
            Callee = calls.GroupBy(each => each.Callee).MaxBy(callee => callee.Sum(each => each.GapMs))?.Key,
            Used = used,
            ShowsBeforeCalls = gap >= run.Processes.OwnMs(service) / 2
                && run.Load.RequestsPerSecond * call / 1000 >= BusyConnections
                && !run.Processes.IsShortOfCpu(service)
                && !MutualWaits.AreServedOneByOne(run, service)
                && MutualWaits.GrowWithLoad(run, GapMs)
                && !MutualWaits.GrowWithLoad(run, CallMs),
        };

        // Metrics add up the waits of all calls; calls that run at the same time also wait at the same time.
        double AtOnce() => run.Mean(SummedMs) is > 0 and var summed ? call / summed : 1;

        double SummedMs(TracedRequest request) => CallsOf(request, service).Sum(each => each.Call.DurationMs());
        double GapMs(TracedRequest request) => CallsOf(request, service).Sum(each => each.GapMs);
        double CallMs(TracedRequest request) => Overlap.CoveredMs(CallsOf(request, service).Select(each => each.Call));
    }

    private static IEnumerable<ClientCall> CallsOf(TracedRequest request, string service) =>
        request.Calls.Where(call => call.Call.Service == service);

    /// <summary>By the time that the client waited, otherwise by the number of waiting calls (Little's law).</summary>
    private static double MetricMs(RunEvidence run, string service)
    {
        if (run.Load.Sent == 0)
        {
            return 0;
        }

        var waited = Metric.PoolWaits.Max(wait => run.Metrics.Growth(service, wait.Name) * wait.ToMs);
        var waiting = Metric.PoolPending.Max(name => run.Metrics.Gauge(service, name).DefaultIfEmpty().Average());
        return (waited > 0 ? waited : waiting * run.Load.DurationSeconds * 1000) / run.Load.Sent;
    }

    private static double? UsedShare(RunEvidence run, string service) => Metric.PoolCount.Zip(Metric.PoolMax)
        .Select(pool => run.Metrics.Highest(service, pool.First, IsUsed) / run.Metrics.Highest(service, pool.Second))
        .FirstOrDefault(share => share is not null);

    private static bool IsUsed(MetricSample sample) =>
        (sample.Attribute("db.client.connection.state") ?? sample.Attribute("state")) == "used";
}
