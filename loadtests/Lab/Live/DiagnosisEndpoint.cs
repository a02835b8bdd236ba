namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// Returns the current bottleneck of the system, as found by the advisor that also explains runs. It is found at most once a
/// second, however many pages ask.
/// </summary>
internal sealed class DiagnosisEndpoint(LiveFeed feed, LiveTelemetry telemetry)
{
    private readonly Lock _gate = new();
    private (LiveSnapshot? Of, LiveExplanation Explanation)? _last;

    public void Map(IEndpointRouteBuilder routes) => routes.MapGet("/api/diagnosis", Get);

    private Ok<LiveExplanation> Get()
    {
        using var scope = _gate.EnterScope();
        var latest = feed.Latest;
        if (_last is not { } last || last.Of != latest)
        {
            _last = last = (latest, Explain(latest));
        }

        return TypedResults.Ok(last.Explanation);
    }

    private LiveExplanation Explain(LiveSnapshot? latest) =>
        LiveDiagnosis.Explain(latest, telemetry.Traces(), telemetry.Metrics()) is { } diagnosis
            ? new LiveExplanation(VerdictOf(diagnosis), [.. diagnosis.Findings.Select(Shown)], diagnosis.Notes)
            : new LiveExplanation("There is nothing to explain yet: no request was traced to its end.", [], []);

    private static string VerdictOf(Diagnosis diagnosis) =>
        diagnosis is { First: null, Bounds.Answered: true } ? $"Healthy. {diagnosis.Verdict}" : diagnosis.Verdict;

    private static LiveFinding Shown(Finding finding) => new(
        DiagnosisText.Heading(finding), [.. DiagnosisText.EvidenceOf(finding)], [.. DiagnosisText.NextStepsOf(finding)]);
}

/// <param name="Notes">Restrictions of all findings.</param>
internal sealed record LiveExplanation(string Verdict, IReadOnlyList<LiveFinding> Findings, IReadOnlyList<string> Notes);

/// <param name="Heading">The cause, its share, and the confidence.</param>
internal sealed record LiveFinding(string Heading, IReadOnlyList<string> Evidence, IReadOnlyList<string> NextSteps);
