namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>What writes of usage do to latency: a row for each load and each period from one write to the next.</summary>
internal static class UsageTable
{
    public static StudyTable Build(CostRecord record) => new StudyTableBuilder<Row>("usage", "Writes of usage")
        .Words("load", "load", row => row.Load)
        .Words("title", "", row => row.Target.Title)
        .Data("target", row => row.Target.Name)
        .Figure("p99Ms", "p99 ms", row => CostStudy.Hundredths(SameRound.Median(row.Trials.Select(trial => trial.P99Ms))))
        .Figure("p999Ms", "p99.9", row => CostStudy.Hundredths(SameRound.Median(row.Trials.Select(trial => trial.P999Ms))))
        .Figure("maxMs", "highest", row => CostStudy.Hundredths(row.Trials.MaxBy(trial => trial.MaxMs.Milliseconds)!.MaxMs))
        .Count("writes", "writes", row => row.Trials.Sum(trial => trial.Writes!.Count))
        .Number("nearMeanMs", "mean near a write", row => Median(row, writes => writes.NearMeanMs), Hundredths)
        .Number("otherMeanMs", "mean of others", row => Median(row, writes => writes.OtherMeanMs), Hundredths)
        .Build(
        [
            .. Rows(record, CostStudy.Connections(record), record.Closed),
            .. Rows(record, $"{record.OpenRate:N0} requests/s", record.Open),
        ]) with
    {
        IsGrouped = true,
        Explanation = "Highest: of all rounds. Writes: in all rounds. Other figures: medians over the rounds. "
            + $"Near: due at most {WriteFigures.Window.TotalMilliseconds} ms before or after a write.",
    };

    private static IEnumerable<Row> Rows(CostRecord record, string load, IReadOnlyList<CostTrial> trials) =>
        from target in record.Targets
        let own = trials.Where(trial => trial.Target == target.Name && trial.Writes is not null).ToList()
        where own.Count > 0
        select new Row(load, target, own);

    private static double? Median(Row row, Func<WriteFigures, double?> mean) =>
        row.Trials.Select(trial => mean(trial.Writes!)).OfType<double>().ToList() is { Count: > 0 } means ? means.Median() : null;

    private static string Hundredths(double ms) => $"{ms:0.00}";

    private sealed record Row(string Load, CostedTarget Target, IReadOnlyList<CostTrial> Trials);
}
