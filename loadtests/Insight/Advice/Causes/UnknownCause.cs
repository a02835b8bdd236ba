using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>No known cause explains a part of the latency that is too large for a healthy run: says where that time is.</summary>
internal static class UnknownCause
{
    /// <summary>As for a service that is slow by itself.</summary>
    private const double WorthAChange = 0.15;

    // Shares overlap and are rounded: what is left of one is no cause of its own.
    private const double MostlyExplained = 0.8;

    /// <param name="found">What other causes explain.</param>
    public static Finding? Find(RunEvidence run, IReadOnlyList<Finding> found)
    {
        var explained = found.Where(finding => finding.Of == Loss.Latency).Sum(finding => finding.Share);
        var place = Places(run).MaxBy(candidate => candidate.MeanMs);
        var share = run.ShareOfLatency(place?.MeanMs ?? 0);
        return place is null || share < WorthAChange || explained >= share * MostlyExplained ? null : new Finding(
            Cause.Unknown,
            $"The cause is unknown. This is where the time is: {place.Name}.",
            [
                $"It takes {Milliseconds(place.MeanMs)} of a mean latency of {Milliseconds(run.LatencyMs)}; "
                + $"{Milliseconds(place.FastestTenthMs)} in the fastest tenth of the requests, "
                + $"{Milliseconds(place.SlowestTenthMs)} in the slowest.",
                "No cause that the advisor knows fits it.",
            ],
            share,
            Loss.Latency,
            [
                new NextStep(
                    $"Compare a fast and a slow request: what is requested, how large the answer is, what {place.Name} does."),
            ])
        {
            Confidence = Confidence.Possible,
        };
    }

    private static IEnumerable<Place> Places(RunEvidence run) =>
    [
        .. run.Processes.Services.Select(service => Place.FromRequests(
            $"{service} itself", run.Requests.Select(request => request.OwnMs.GetValueOrDefault(service)))),
        Place.FromRequests("the way from users", run.Breakdowns.Select(parts => parts.ClientNetwork)),
        Place.FromRequests("the way between services", run.Breakdowns.Select(parts => parts.BackendNetwork)),
        Place.FromRequests("the way to the database", run.Breakdowns.Select(parts => parts.CosmosNetwork)),
        Place.FromRequests("what no span covers", run.Breakdowns.Select(parts => Math.Max(0, parts.Rest))),
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
