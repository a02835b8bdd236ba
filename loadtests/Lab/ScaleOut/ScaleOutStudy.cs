namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>The lab's study: predicted and measured throughput of each number of instances.</summary>
internal static class ScaleOutStudy
{
    /// <summary>The allowed difference between measured and predicted.</summary>
    private const double MaxDifference = 0.15;

    private static readonly (int Instances, double Ratio)[] Goals = [(2, 1.8), (4, 3.4)];

    public static Study Build(ScaleOutRecord record)
    {
        var rows = ScaleRow.FromRecord(record);
        return new Study(
            record.Envelope,
            $"Test 4 of the tuning study with more and more instances of Delivery behind the gateway. {record.Limit.Text} "
            + $"{ScaleOutLab.UsersPerInstance} users for each instance, without think time, keep all of them saturated.",
            [
                new StudySection("goals", "Goals", new StudyVerdicts([.. Verdicts(rows)])),
                new StudySection("rows", "Predicted and measured", Table(rows), new StudyNotes([.. Notes(record)])),
                new StudySection("charts", "By number of instances", [.. Charts(rows)]),
            ])
        {
            Warnings = [.. Warnings([record.One, .. record.Series.SelectMany(series => series.Trials)])],
        };
    }

    private static IEnumerable<StudyVerdict> Verdicts(IReadOnlyList<ScaleRow> rows)
    {
        foreach (var (instances, ratio) in Goals)
        {
            if (rows.FirstOrDefault(row => row.Series.Name == ScaleOutLab.AllOwners && row.Instances == instances)
                is { Ratio: { } found } row)
            {
                yield return new StudyVerdict(
                    $"{instances} instances: at least {ratio} times the throughput of one", $"{found:0.00} times",
                    found >= ratio, row.Ratios.Count)
                {
                    Interval = IntervalText(row.Ratios),
                };
            }
        }

        foreach (var series in rows.Where(row => !row.Series.IsDirect).GroupBy(row => row.Series))
        {
            yield return new StudyVerdict(
                $"{series.Key.Title}: within {Share(MaxDifference)} of the prediction",
                string.Join(", ", series.Select(row => Difference(row.Measured, row.Predicted.Rate))),
                series.All(row => Math.Abs(row.Difference) <= MaxDifference),
                series.Min(row => row.Trials.Count));
        }
    }

    private static StudyTable Table(IReadOnlyList<ScaleRow> rows) => new StudyTableBuilder<ScaleRow>("rows", "Throughput")
        .Words("load", "load", row => row.Series.Title)
        .Count("instances", "instances", row => row.Instances)
        .Number("predicted", "req/s predicted", row => row.Predicted.Rate)
        .Number("measured", "measured", row => row.Measured)
        .Number("low", "from", row => row.Trials.Count > 1 ? row.Interval.Low : null)
        .Number("high", "to", row => row.Trials.Count > 1 ? row.Interval.High : null)
        .Figure("difference", "difference", row => new Cell(row.Difference, Difference(row.Measured, row.Predicted.Rate)))
        .Number("ratio", "times one", row => row.Ratio, ratio => $"{ratio:0.00}")
        .Words("predictedLimit", "limit predicted", row => row.Predicted.Name)
        .Words("limit", "limit measured", row => row.LimitedBy)
        .Data("coverage", row => row.Interval.Coverage)
        .Build(rows) with
    {
        IsGrouped = true,
        Explanation = (rows.Any(row => row.Trials.Count > 1)
                ? "Median of the rounds, with an interval that holds the true median "
                    + $"{rows.Where(row => row.Trials.Count > 1).Min(row => row.Interval.Coverage) * 100:0} times in 100. "
                : "One round, no interval. ")
            + "Times one: within each round. The measured limit is the resource with the highest utilization.",
    };

    private static IEnumerable<string> Notes(ScaleOutRecord record)
    {
        var one = record.One;
        yield return $"Before the rounds, one instance answered {Short(one.PerSecond)} req/s. A request needed "
            + $"{Short(one.Cpu.DeliveryMs)} ms of CPU in Delivery, {Short(one.Cpu.GatewayMs)} ms in the gateway, "
            + $"{Short(one.Cpu.AllMs)} ms in all programs with the load generator, and {Short(one.RequestUnits)} RU.";
        yield return "Predicted: for N instances N times the throughput of one, unless a shared resource is used up first.";
        foreach (var series in record.Series.Where(series => series.Shared.Count > 0))
        {
            yield return $"{series.Title}: "
                + string.Join(", ", series.Shared.Select(limit => $"{limit.Name} for {Short(limit.Rate)} req/s")) + ".";
        }
    }

    private static IEnumerable<StudyChart> Charts(IReadOnlyList<ScaleRow> rows) =>
        from series in rows.GroupBy(row => row.Series)
        where series.Count() > 1
        select new StudyChart(new LineChart(
            $"Throughput: {series.Key.Title}", "Measured and predicted.", "instances", "req/s",
            [
                new("measured", Series.Class(0), [.. series.Select(row => new ChartPoint(row.Instances, row.Measured))]),
                new("predicted", Series.Class(3), [.. series.Select(row => new ChartPoint(row.Instances, row.Predicted.Rate))]),
            ]));

    private static IEnumerable<string> Warnings(IReadOnlyList<ScaleTrial> trials)
    {
        if (trials.Sum(trial => trial.Failed) is > 0 and var failed)
        {
            yield return $"{Counted(failed, "request")} failed. Only successes count as throughput.";
        }

        foreach (var (what, read) in ((string, Func<ScaleTrial, string?>)[])
        [
            ("The machine was disturbed", trial => trial.Load.Disturbance),
            ("The load generator was a limit", trial => trial.Load.GeneratorLimit),
        ])
        {
            if (trials.Select(read).OfType<string>().ToList() is [var first, ..] all)
            {
                yield return $"{what} in {all.Count} of {trials.Count} trials; in the first: {first}";
            }
        }
    }

    private static string? IntervalText(IReadOnlyList<double> ratios) =>
        ratios.Count > 1 && MedianInterval.FromValues(ratios) is var interval
            ? $"{interval.Coverage * 100:0} % interval {interval.Low:0.00} to {interval.High:0.00}"
            : null;
}
