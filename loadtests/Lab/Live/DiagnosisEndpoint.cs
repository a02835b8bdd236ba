using DroneDelivery.LoadTests.Insight.Advice;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>What holds the system back just now, as the advisor says of a run.</summary>
internal sealed class DiagnosisEndpoint(LiveFeed feed, LiveTelemetry telemetry)
{
    public void Map(IEndpointRouteBuilder routes) => routes.MapGet("/api/diagnosis", Get);

    private Ok<LiveExplanation> Get() =>
        LiveDiagnosis.Explain(feed.Latest, telemetry.Traces(), telemetry.Metrics()) is { } diagnosis
            ? TypedResults.Ok(new LiveExplanation(diagnosis.Verdict, [.. diagnosis.Findings.Select(Shown)]))
            : TypedResults.Ok(new LiveExplanation("There is nothing to explain yet: no request was traced to its end.", []));

    private static LiveFinding Shown(Finding finding) => new(
        DiagnosisText.Heading(finding),
        [.. DiagnosisText.EvidenceOf(finding)],
        [.. finding.NextSteps.Select(Shown)]);

    private static string Shown(NextStep step) =>
        string.Join(' ', DiagnosisText.PredictionOf(step).Prepend(DiagnosisText.Step(step)));
}

internal sealed record LiveExplanation(string Verdict, IReadOnlyList<LiveFinding> Findings);

/// <param name="Heading">What it is, how much it takes, and how sure it is.</param>
internal sealed record LiveFinding(string Heading, IReadOnlyList<string> Evidence, IReadOnlyList<string> NextSteps);
