namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>A diagnosis as text for a console.</summary>
public static class DiagnosisText
{
    private const string Order =
        "Deal with them in this order: exhausted resources come first, since faster requests only wait longer for them.";

    public static string Plain(Diagnosis diagnosis) => Text(
    [
        $"{diagnosis.Manifest.Title}: {diagnosis.Verdict}",
        .. diagnosis.Notes.Select(note => $"   {note}"),
        .. diagnosis.Findings.SelectMany((finding, index) => Lines(finding, index + 1).Prepend("")),
        .. diagnosis.Findings.Count > 1 ? ["", Order] : Array.Empty<string>(),
        .. diagnosis.NotChecked.Count > 0 ? ["", NotCheckedInWords(diagnosis)] : Array.Empty<string>(),
    ]);

    /// <summary>The predicted and the measured effect of a change.</summary>
    public static string Plain(Proof proof)
    {
        var basis = VerdictBasis.Describe(runs: 1);
        return Text(
        [
            $"{"",-22}{"before",12}{"predicted",12}{"measured",12}{"error",10}",
            .. proof.Lines.Select(line =>
                $"{line.Name,-22}{Short(line.Before),12}{Short(line.Predicted),12}{Short(line.Measured),12}"
                + $"{Difference(line.Predicted, new LatencyValue(line.Measured)),10}"),
            proof.Holds
                ? $"The prediction holds: every figure is within {Share(Proof.Tolerance)} of what was measured ({basis})."
                : $"The prediction does not hold: a figure is more than {Share(Proof.Tolerance)} off ({basis}).",
            .. proof.Disturbances,
        ]);
    }

    /// <summary>The title of a finding, its share and its confidence.</summary>
    public static string Heading(Finding finding) =>
        $"{finding.Title} ({Share(finding.Share)} of {(finding.Of == Loss.Latency ? "latency" : "throughput")}, "
        + $"{Words(finding.Confidence)})";

    /// <summary>The next steps of a finding, each with its prediction.</summary>
    public static IEnumerable<string> NextStepsOf(Finding finding) =>
        finding.NextSteps.Select(step => string.Join(' ', PredictionOf(step).Prepend(Step(step))));

    /// <summary>The best next step of a finding with the figures predicted for it; null if there is no step.</summary>
    public static string? BestStepOf(Finding finding) =>
        finding.NextSteps is [var best, ..] ? string.Join(' ', PredictionOf(best).Take(1).Prepend(Step(best))) : null;

    /// <summary>The evidence of a finding, and why it is not certain.</summary>
    public static IEnumerable<string> EvidenceOf(Finding finding) =>
        finding.Doubt is { } doubt ? finding.Evidence.Append($"Not certain: {doubt}.") : finding.Evidence;

    /// <summary>The causes that were not checked, with what the run lacks for them, in one line.</summary>
    public static string NotCheckedInWords(Diagnosis diagnosis) => "Not checked: " + string.Join("; ", diagnosis.NotChecked
        .GroupBy(each => each.Missing)
        .Select(lack => $"{string.Join(", ", lack.Select(each => each.Cause.InWords()))} (no {lack.Key})")) + ".";

    private static string Step(NextStep step) => $"{step.Text}{(step.Change is null ? "" : $" ({step.Change})")}";

    /// <summary>The prediction of a step; empty if there is none.</summary>
    private static IEnumerable<string> PredictionOf(NextStep step) => step.Prediction is { } prediction ? Lines(prediction) : [];

    public static string Words(Confidence confidence) => $"{confidence}".ToLowerInvariant();

    private static IEnumerable<string> Lines(Finding finding, int number) =>
    [
        $"{number}. {Heading(finding)}",
        .. EvidenceOf(finding).Select(evidence => $"   {evidence}"),
        .. finding.NextSteps.SelectMany(step =>
            PredictionOf(step).Select(line => $"      {line}").Prepend($"   -> {Step(step)}")),
    ];

    private static IEnumerable<string> Lines(Prediction prediction)
    {
        yield return $"Predicted: {Short(prediction.RequestsPerSecond)} req/s, mean {Milliseconds(prediction.MeanMs)}"
            + (prediction.RequestUnitsPerOperation > 0 ? $", {Short(prediction.RequestUnitsPerOperation)} RU per operation" : "")
            + (prediction.ProvisionedRequestUnitsPerSecond > 0
                ? $", ${Short(prediction.MonthlyCost)} a month for {prediction.ProvisionedRequestUnitsPerSecond:0} RU/s."
                : ".");
        if (prediction.EnoughMonthlyCost < prediction.MonthlyCost)
        {
            yield return $"{prediction.EnoughRequestUnitsPerSecond:0} RU/s would then be enough, for "
                + $"${Short(prediction.EnoughMonthlyCost)} a month.";
        }

        yield return $"Model: {prediction.Model}.";
    }

    private static string Text(IEnumerable<string> lines) => string.Join(Environment.NewLine, lines);
}
