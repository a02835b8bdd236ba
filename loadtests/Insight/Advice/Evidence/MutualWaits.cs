namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>Signs in the traces that the requests of a service wait for each other there.</summary>
internal static class MutualWaits
{
    /// <summary>If requests wait for each other, time grows with those in progress: at least with their square root.</summary>
    private const double MinGrowth = 0.5;

    /// <summary>The load must have varied by this factor, and so many requests must show it.</summary>
    private const double MinVariation = 1.5;
    private const int MinRequests = 40;

    /// <summary>So few pairs must be improbable by chance, and few compared with those expected.</summary>
    private const double MaxChance = 0.005;
    private const double FewPairs = 0.25;

    /// <summary>
    /// Whether a part of a request grows with the requests in progress: its mean in the quarter of the requests that met the most
    /// others, compared with the quarter that met the fewest.
    /// </summary>
    public static bool GrowWithLoad(RunEvidence run, Func<TracedRequest, double> partMs)
    {
        var requests = run.Requests
            .Where(request => run.InProgress.ContainsKey(request.Trace.TraceId))
            .OrderBy(request => run.InProgress[request.Trace.TraceId])
            .ToList();
        var quarter = requests.Count / 4;
        if (requests.Count < MinRequests)
        {
            return false;
        }

        var load = Growth(request => run.InProgress[request.Trace.TraceId]);
        return load >= MinVariation && Growth(partMs) >= Math.Pow(load, MinGrowth);

        double Growth(Func<TracedRequest, double> value) =>
            requests.TakeLast(quarter).Average(value) / requests.Take(quarter).Average(value);
    }

    /// <summary>
    /// Whether a service that has several requests at a time answers one after another: hardly any two answers are closer to each
    /// other than half of their mean distance, although many would be if the requests did not wait for each other. A load that
    /// itself sends at equal distances shows nothing.
    /// </summary>
    public static bool AreServedOneByOne(RunEvidence run, string service)
    {
        List<SpanRecord> spans =
        [
            .. run.Requests.Select(request => request.Trace.Spans
                .Where(span => span.IsServer() && span.Service == service)
                .MaxBy(span => span.DurationNanoseconds)).OfType<SpanRecord>(),
        ];
        var traced = run.Load.Sent > 0 ? Math.Min(1, (double)run.Requests.Count / run.Load.Sent) : 1;
        return AreApart(spans.Select(span => span.EndNanoseconds()), traced, out var perSecond)
            && perSecond * run.Processes.InsideMs(service) / 1000 >= 2
            && (run.Load.Arrivals is null || !AreApart(spans.Select(span => span.StartNanoseconds), traced, out _));
    }

    /// <param name="traced">The share of the requests whose moments are known.</param>
    /// <param name="perSecond">The mean number of all requests in the busier three quarters of the seconds.</param>
    private static bool AreApart(IEnumerable<long> moments, double traced, out double perSecond)
    {
        var seconds = moments.Select(moment => moment / 1e9)
            .GroupBy(Math.Floor)
            .Select(second => second.Order().ToList())
            .OrderByDescending(second => second.Count)
            .ToList();
        List<List<double>> busier = [.. seconds.Take((int)Math.Ceiling(seconds.Count * 0.75))];
        perSecond = busier.Count == 0 ? 0 : busier.Average(second => second.Count) / traced;
        if (perSecond <= 1)
        {
            return false;
        }

        var distance = 0.5 / perSecond;
        // Of two moments in a second, drawn independently, the share that is closer than that.
        var expected = busier.Sum(second => second.Count * (second.Count - 1) / 2.0) * distance * (2 - distance);
        var found = busier.Sum(second => second
            .Select((moment, index) => second.Skip(index + 1).TakeWhile(later => later - moment < distance).Count()).Sum());
        return found <= expected * FewPairs && expected > 0 && Poisson.CDF(expected, found) <= MaxChance;
    }
}
