namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The curves of a search, with a point for each trial.</summary>
internal static class CapacityCharts
{
    private const double ShownBeyondLimit = 1.6;
    private const int CurvePoints = 40;

    public static IEnumerable<Chart> ForSearch(SearchRecord search, CapacityRecord record)
    {
        var limit = search.ByLatency.Rate ?? double.PositiveInfinity;
        var shown = search.Trials.Where(trial => trial.OfferedRate <= limit * ShownBeyondLimit).ToList();
        yield return Latency(search, shown, record.ObjectiveMs);
        yield return Throughput(search, shown);
        yield return Cpu(search, shown, record.Caps?[ResourceUse.Cpu]);
        if (search.Scalability is { } model)
        {
            yield return Scaling(search, shown, model);
        }
    }

    private static LineChart Latency(SearchRecord search, IReadOnlyList<CapacityTrial> shown, double objectiveMs) => new(
        "Latency",
        Said(search, "latency rises when the queue no longer empties"),
        Offered(search),
        "ms",
        [Line("p99", 0, shown, trial => trial.P99Ms), Line("p50", 1, shown, trial => trial.P50Ms)])
    {
        Reference = new ReferenceLine("objective", objectiveMs),
        Largest = objectiveMs * 4,
    };

    private static LineChart Throughput(SearchRecord search, IReadOnlyList<CapacityTrial> shown) => new(
        "Throughput",
        Said(search, "throughput follows the offered rate until a resource is saturated"),
        Offered(search),
        CapacityText.RateUnit(search.Unit),
        [Line("answered", 0, shown, trial => trial.Throughput)]);

    private static LineChart Cpu(SearchRecord search, IReadOnlyList<CapacityTrial> shown, double? cap) => new(
        "CPU",
        search.Trials[0].CpuOfGeneratorOnly
            ? "The load generator alone: the processes of the target, and their CPU, are not known."
            : "Every process of the system and the load generator, together.",
        Offered(search),
        "% of the machine",
        [Line(search.Trials[0].CpuName, 0, shown, trial => trial.CpuShare * 100)])
    {
        Reference = cap is { } share ? new ReferenceLine("cap", share * 100) : null,
        Largest = 100,
    };

    private static string Offered(SearchRecord search) => search.ClosedLoop ? search.Unit : $"offered {search.Unit}";

    private static ChartLine Line(
        string name, int style, IReadOnlyList<CapacityTrial> shown, Func<CapacityTrial, LatencyValue> value) => new(
        name,
        Series.Class(style),
        [.. shown.OrderBy(trial => trial.OfferedRate).Select(trial => ChartPoint.FromLatency(trial.OfferedRate, value(trial)))])
        {
            OnlyPoints = true,
        };

    private static string Said(SearchRecord search, string rest) => search.ByLatency switch
    {
        { Interrupted: true } => $"The search was interrupted; {rest}.",
        { Rate: { } rate } => $"The goal is met up to {Short(rate)} {search.Unit}; {rest}.",
        _ => $"No rate met the goal; {rest}.",
    };

    private static LineChart Scaling(SearchRecord search, IReadOnlyList<CapacityTrial> shown, ScalabilityModel model)
    {
        var most = shown.Max(trial => trial.InFlight);
        var measured = shown.OrderBy(trial => trial.InFlight).Select(trial => new ChartPoint(trial.InFlight, trial.Throughput));
        var law = Enumerable.Range(0, CurvePoints + 1).Select(step => most * step / CurvePoints)
            .Select(n => new ChartPoint(n, model.ThroughputAt(n)));
        return new LineChart(
            "Throughput by requests in the system",
            "Measured, and the universal scalability law fitted to it."
                + (search.Knee is { } knee ? $" The knee is at {Short(knee.InFlight)} in the system." : ""),
            "in the system",
            "req/s",
            [
                new ChartLine("measured", Series.Class(0), [.. measured]) { OnlyPoints = true },
                new ChartLine("law", Series.Class(1), [.. law]),
            ]);
    }
}
