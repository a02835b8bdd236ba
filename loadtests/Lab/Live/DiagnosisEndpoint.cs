namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Returns the current bottleneck of the system, as found by the advisor that also explains runs.</summary>
internal sealed class DiagnosisEndpoint(LiveFeed feed, LiveTelemetry telemetry)
{
    public void Map(IEndpointRouteBuilder routes) => routes.MapGet("/api/diagnosis", Get);

    private Ok<LiveExplanation> Get() =>
        LiveDiagnosis.Explain(feed.Latest, telemetry.Traces(), telemetry.Metrics()) is { } diagnosis
            ? TypedResults.Ok(new LiveExplanation(diagnosis.Verdict, [.. diagnosis.Findings.Select(Shown)], diagnosis.Notes))
            : TypedResults.Ok(new LiveExplanation("There is nothing to explain yet: no request was traced to its end.", [], []));

    private static LiveFinding Shown(Finding finding) => new(
        DiagnosisText.Heading(finding), [.. DiagnosisText.EvidenceOf(finding)], [.. DiagnosisText.NextStepsOf(finding)]);
}

/// <param name="Notes">Restrictions of all findings.</param>
internal sealed record LiveExplanation(string Verdict, IReadOnlyList<LiveFinding> Findings, IReadOnlyList<string> Notes);

/// <param name="Heading">The cause, its share, and the confidence.</param>
internal sealed record LiveFinding(string Heading, IReadOnlyList<string> Evidence, IReadOnlyList<string> NextSteps);
