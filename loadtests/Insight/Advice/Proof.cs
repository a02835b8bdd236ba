namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>A prediction compared with a run after the change.</summary>
/// <param name="Disturbances">A sentence for each run on a disturbed machine; the verdict is then less certain.</param>
public sealed record Proof(
    FlagChange Change, ProofLine Throughput, ProofLine Mean, ProofLine RequestUnits, IReadOnlyList<string> Disturbances)
{
    /// <summary>The largest error at which a prediction holds, as a share of the measured figure.</summary>
    public const double Tolerance = 0.15;

    public IReadOnlyList<ProofLine> Lines => [Throughput, Mean, RequestUnits];

    public bool Holds => Lines.All(line => Math.Abs(line.Error) <= Tolerance);

    public static Proof FromRuns(FlagChange change, Prediction predicted, RunRecord before, RunRecord after)
    {
        var (was, became) = (new ScenarioFigures(before), new ScenarioFigures(after));
        return new Proof(
            change,
            new("Throughput, req/s", was.RequestsPerSecond, predicted.RequestsPerSecond, became.RequestsPerSecond),
            new(
                (was.Successes ?? became.Successes) is not null ? "Mean of successes, ms" : "Mean latency, ms",
                AnsweredMeanMs(was), predicted.MeanMs, AnsweredMeanMs(became)),
            new("RU per operation", was.RequestUnitsPerOperation, predicted.RequestUnitsPerOperation,
                became.RequestUnitsPerOperation),
            [.. Disturbed("before the change", before), .. Disturbed("after the change", after)]);
    }

    /// <summary>Predictions are of answered requests. The mean of all requests is a lower bound if one has no answer.</summary>
    private static double? AnsweredMeanMs(ScenarioFigures figures) =>
        figures.Successful == 0 ? null : figures.Successes?.MeanMs ?? figures.Latency?.MeanMs;

    private static IEnumerable<string> Disturbed(string when, RunRecord run) =>
        RunConditions.FromRecord(run).Disturbance is { } disturbance
            ? [$"In the run {when} the machine was disturbed. {disturbance}"]
            : [];
}

/// <summary>One figure before the change, as predicted, and as measured after the change; null if it was not measured.</summary>
public sealed record ProofLine(string Name, double? Before, double Predicted, double? Measured)
{
    /// <summary>The error of the prediction, as a share of the measured figure; signed.</summary>
    public double Error => Measured is { } measured and not 0 ? (Predicted - measured) / measured : double.PositiveInfinity;
}
