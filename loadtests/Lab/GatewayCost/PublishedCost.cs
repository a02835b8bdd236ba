namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>The load of the published study, and its figures next to those of this run.</summary>
internal static class PublishedCost
{
    public const int Connections = 1_000;
    public const int Seconds = 60;

    private static readonly (string Name, Func<CostRow, Cell> Measured, double Published)[] Figures =
    [
        ("req/s", row => new(row.RequestsPerSecond, $"{row.RequestsPerSecond:N0}"), 15_942),
        ("p50 ms", row => CostStudy.Hundredths(row.P50Ms), 86),
        ("p75 ms", row => CostStudy.Hundredths(row.P75Ms), 97),
        ("p90 ms", row => CostStudy.Hundredths(row.P90Ms), 127),
        ("p99 ms", row => CostStudy.Hundredths(row.P99Ms), 231),
    ];

    /// <param name="closed">Figures at saturation.</param>
    public static StudyTable Table(IReadOnlyList<CostRow> closed)
    {
        var (direct, full) = (Find(CostedTarget.Direct), Find(CostedTarget.Full));
        return new StudyTableBuilder<(string Name, Func<CostRow, Cell> Measured, double Published)>(
            "published", "Next to the published figures")
            .Words("figure", "", figure => figure.Name)
            .Figure("direct", "direct", figure => Measured(figure.Measured, direct))
            .Figure("full", "gateway, full", figure => Measured(figure.Measured, full))
            .Number("published", "published", figure => figure.Published, value => $"{value:N0}")
            .Build(direct is null && full is null ? [] : Figures) with
        {
            Explanation = "Published: the figures of the study, through its gateway with keys, limits and usage, with 4 threads "
                + $"and {Connections:N0} connections for {Seconds} s on its own machines; direct it had as many req/s.",
        };

        CostRow? Find(string target) => closed.FirstOrDefault(row => row.Target.Name == target);

        static Cell Measured(Func<CostRow, Cell> figure, CostRow? row) => row is null ? Cell.Number(null) : figure(row);
    }
}
