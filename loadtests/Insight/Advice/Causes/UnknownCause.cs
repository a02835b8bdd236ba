namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>No known cause explains a part of the latency that is too large for a healthy run: says where it is spent.</summary>
internal static class UnknownCause
{
    /// <summary>The same share as for a slow backend.</summary>
    private const double WorthAChange = 0.15;

    // Shares overlap and are rounded: a small remainder of an explained share is not a separate cause.
    private const double MostlyExplained = 0.8;

    /// <param name="found">The findings of the known causes.</param>
    public static Finding? Find(RunEvidence run, IReadOnlyList<Finding> found)
    {
        var explained = found.Where(finding => finding.Of == Loss.Latency).Sum(finding => finding.Share);
        var place = Places(run).MaxBy(candidate => candidate.MeanMs);
        var share = run.ShareOfLatency(place?.MeanMs ?? 0);
        var isSmall = share < WorthAChange || place?.MeanMs < SlowBackend.MinMs;
        return place is null || isSmall || explained >= share * MostlyExplained ? null : new Finding(
            Cause.Unknown,
            $"The cause is unknown. This is where the time is: {place.Name}.",
            [
                $"It takes {Milliseconds(place.MeanMs)} {run.OfMeanLatency}; "
                + $"{Milliseconds(place.FastestTenthMs)} in the fastest tenth of the requests, "
                + $"{Milliseconds(place.SlowestTenthMs)} in the slowest.",
                "No known cause explains it.",
            ],
            share,
            [
                new NextStep(
                    $"Compare a fast and a slow request: what is requested, how large the answer is, and {place.Name}."),
            ])
        {
            Confidence = Confidence.Possible,
        };
    }

    private static IEnumerable<Place> Places(RunEvidence run) =>
    [
        .. run.Processes.Services.Select(service => Place.FromRequests(
            $"{service} itself", run.Requests.Select(request => request.OwnMs.GetValueOrDefault(service)))),
        Place.FromRequests("the network from users", run.Breakdowns.Select(parts => parts[LatencyPart.ClientNetwork])),
        Place.FromRequests("the network between services", run.Breakdowns.Select(parts => parts[LatencyPart.BackendNetwork])),
        Place.FromRequests("the network to the database", run.Breakdowns.Select(parts => parts[LatencyPart.CosmosNetwork])),
        Place.FromRequests("time without a span", run.Breakdowns.Select(parts => Math.Max(0, parts.Rest))),
    ];

    private sealed record Place(string Name, double MeanMs, double FastestTenthMs, double SlowestTenthMs)
    {
        public static Place FromRequests(string name, IEnumerable<double> ms)
        {
            var sorted = ms.Order().ToList();
            return sorted.Count == 0
                ? new Place(name, 0, 0, 0)
                : new Place(name, sorted.Average(), sorted[sorted.Count / 10], sorted[^((sorted.Count / 10) + 1)]);
        }
    }
}
