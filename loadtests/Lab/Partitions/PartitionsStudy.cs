namespace DroneDelivery.LoadTests.Lab.Partitions;

/// <summary>The partitions lab's study: predicted and measured calls, RU and latency of each cell.</summary>
internal static class PartitionsStudy
{
    private const double MaxGrowthByOwner = 1.25;

    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = await RunFolder.ReadAllAsync(folders, cancellationToken);
        return ExplanationSection.Add(Build([.. runs.Select(run => run.Record)]), runs);
    }

    public static Study Build(IReadOnlyList<RunRecord> runs)
    {
        List<Row> rows = [.. runs.Select(Row.FromRecord).OrderBy(row => row.Cell.Partitions)];
        return new Study(
            StudyEnvelope.FromRuns(runs, "fan-out and physical partitions"),
            $"{PartitionsLab.Users} users query one owner's deliveries in a container with more and more physical partitions, at "
            + $"{PartitionsLab.ThroughputPerPartition} RU/s for each partition. One run for each row.",
            [
                new StudySection("verdicts", "What follows", new StudyVerdicts([.. Verdicts(rows)])),
                new StudySection("cells", "Predicted and measured", Table(rows)),
                new StudySection(
                    "charts",
                    "By number of partitions",
                    Chart("Mean latency", "ms", rows, row => row.Mean, row => row.Predicted.MeanMs),
                    Chart(
                        "RU per operation", "RU", rows, row => row.Figures.RequestUnitsPerOperation,
                        row => row.Predicted.RequestUnits)),
            ])
        {
            Warnings = RunWarnings.ForRuns(runs),
        };
    }

    private static StudyTable Table(IReadOnlyList<Row> rows) => new StudyTableBuilder<Row>("cells", "Each way of querying")
        .Words("way", "query", row => row.Cell.Way.Title)
        .Count("partitions", "partitions", row => row.Cell.Partitions)
        .Number("requestsPerSecond", "req/s", row => row.Figures.RequestsPerSecond)
        .Number("predictedCalls", "calls predicted", row => row.Predicted.Calls)
        .Number("calls", "measured", row => row.Figures.DataCallsPerOperation)
        .Number("predictedRequestUnits", "RU predicted", row => row.Predicted.RequestUnits)
        .Number("requestUnits", "measured", row => row.Figures.RequestUnitsPerOperation)
        .Number("predictedMeanMs", "mean ms predicted", row => row.Predicted.MeanMs)
        .Latency("meanMs", "measured", row => row.Mean)
        .Number("predictedP95Ms", "p95 ms predicted", row => row.Predicted.P95Ms)
        .Latency("p95Ms", "measured", row => row.Figures.Latency?.P95 ?? default)
        .Number("successP95Ms", "of successes", row => row.Figures.Successes?.P95Ms)
        .Count("failed", "failed", row => row.Failed)
        .Count("throttledCalls", "429", row => row.Figures.ThrottledCalls)
        .Build(rows) with
    {
        Explanation = "Calls and RU for each operation. Predicted from the simulated latencies alone, without queues and code, "
            + "and from the published 29 RU over nine partitions and 3.4 RU by owner.",
    };

    private static IEnumerable<StudyVerdict> Verdicts(IReadOnlyList<Row> rows)
    {
        foreach (var way in rows.GroupBy(row => row.Cell.Way).Where(way => way.Count() > 1))
        {
            var (few, many, oneCall) = (way.First(), way.Last(), way.Key.AsksOnePartition);
            // A request that fails has the wrong duration: it may end early, or without its result.
            var isKnown = ((Row[])[few, many]).All(row => row.Failed == 0 && !row.Mean.AtLeast);
            var growth = isKnown ? many.Mean.Milliseconds / few.Mean.Milliseconds : null;
            yield return new StudyVerdict(
                $"{way.Key.Title}: mean latency {(oneCall ? "stays" : "grows")} "
                    + $"from {few.Cell.Partitions} to {many.Cell.Partitions} partitions",
                $"{Short(growth)} times ({Short(few.Mean)} to {Short(many.Mean)} ms{Failures(few, many)})",
                growth is { } known ? known <= MaxGrowthByOwner == oneCall : null, Runs: 1);
        }
    }

    private static string Failures(Row few, Row many) => few.Failed + many.Failed is > 0 and var failed
        ? $"; {Count(failed)} requests failed"
        : "";

    private static StudyChart Chart(
        string title, string unit, IReadOnlyList<Row> rows, Func<Row, LatencyValue> measured,
        Func<Row, LatencyValue> predicted) => new(
        new LineChart(title, "Each way of querying, measured and predicted.", "partitions", unit, [
            .. rows.GroupBy(row => row.Cell.Way).Index().SelectMany(way => (ChartLine[])
            [
                new(way.Item.Key.Title, Series.Class(way.Index), Points(way.Item, measured)),
                new($"{way.Item.Key.Title}, predicted", Series.Class(way.Index + 3), Points(way.Item, predicted)),
            ]),
        ]));

    private static IReadOnlyList<ChartPoint> Points(IEnumerable<Row> rows, Func<Row, LatencyValue> value) =>
        [.. rows.Select(row => ChartPoint.FromLatency(row.Cell.Partitions, value(row)))];

    private sealed record Row(PartitionsCell Cell, ScenarioFigures Figures, PartitionsPrediction Predicted)
    {
        /// <summary>Requests that failed, timed out or were not answered.</summary>
        public long Failed { get; private init; }

        public LatencyValue Mean => Figures.Latency?.Mean ?? LatencyValue.None;

        public static Row FromRecord(RunRecord run) =>
            run.Manifest.Lab == PartitionsLab.Name && PartitionsLab.Find(run.Manifest.Scenario) is { } cell
                ? new(cell, new ScenarioFigures(run), PartitionsPrediction.ForCell(cell, run.Manifest.Profile))
                {
                    Failed = run.Load.NotSuccessful,
                }
                : throw new InvalidDataException($"{run.Manifest.Lab} {run.Manifest.Scenario} is no run of the partitions lab.");
    }
}

/// <summary>
/// The prediction for a cell if only the simulated latencies take time. They are drawn from the profile, without queues,
/// throttling and CPU time. RU are those of the published study: 29 over nine partitions, 3.4 by owner.
/// </summary>
internal sealed record PartitionsPrediction(double Calls, double RequestUnits, double MeanMs, double P95Ms)
{
    private const int Draws = 20_000;
    private const double RequestUnitsPerPartition = 29.0 / 9;
    private const double RequestUnitsByOwner = 3.4;

    public static PartitionsPrediction ForCell(PartitionsCell cell, string profileName)
    {
        var profile = SimulationProfile.Load(profileName);
        var random = new SeededRandom((ulong)profile.Seed);
        var (call, trip) = (profile.CosmosCall.ToRoundTrip(), profile.ClientRoundTrip.ToRoundTrip());
        double[] latencies =
        [.. Enumerable.Range(0, Draws).Select(_ =>
            (trip.Draw(random) + Query(cell, [.. Enumerable.Range(0, cell.Partitions).Select(_ => call.Draw(random))]))
                .TotalMilliseconds)];
        var one = cell.Way.AsksOnePartition;
        return new PartitionsPrediction(
            one ? 1 : cell.Partitions, one ? RequestUnitsByOwner : cell.Partitions * RequestUnitsPerPartition,
            latencies.Average(), latencies.Percentile(95));
    }

    private static TimeSpan Query(PartitionsCell cell, TimeSpan[] calls) =>
        cell.Way.AsksOnePartition ? calls[0]
        : cell.Way.MaxConcurrency == 0 ? calls.Aggregate((total, each) => total + each)
        : calls.Max();
}
