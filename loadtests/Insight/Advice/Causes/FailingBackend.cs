using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>A backend answers part of its calls with 5xx; the gateway tries again, or the user sees the error.</summary>
internal static class FailingBackend
{
    private const double WorthAChange = 0.01;

    /// <summary>Fewer are an accident, whatever their share.</summary>
    private const double FewestFailures = 5;

    public static Finding? Find(RunEvidence run)
    {
        var failing = run.Processes.Services.Where(service => service != SpanFacts.GatewayService).Select(service => Answers(run, service))
            .Where(answers => answers.Failed >= FewestFailures)
            .MaxBy(answers => answers.FailedShare);
        if (failing is null || failing.FailedShare < WorthAChange)
        {
            return null;
        }

        var lost = LostMs(run, failing.Service);
        return new Finding(
            Cause.FailingBackend,
            $"{failing.Service} fails: {Share(failing.FailedShare)} of its answers are 5xx.",
            [
                $"{Count((long)failing.Failed)} of {Count((long)failing.All)} answers of {failing.Service} were 5xx.",
                $"{Count(run.Load.ClientErrors)} requests failed for the user; the others were tried again, which takes "
                + $"{Milliseconds(lost)} of a mean latency of {Milliseconds(run.LatencyMs)}.",
            ],
            Math.Max(run.ShareOfLatency(lost), run.Load.Sent > 0 ? (double)run.Load.ClientErrors / run.Load.Sent : 0),
            Loss.Latency,
            [
                new NextStep($"Read {failing.Service}'s log for the reason of its failures: retries hide them and add load.")
                {
                    Prediction = new Predictor(run).Shorter(lost),
                },
            ]);
    }

    /// <summary>By the service's own metric, which counts all answers; without it by the traces.</summary>
    private static AnswerCount Answers(RunEvidence run, string service)
    {
        if (run.Metrics.Services.Contains(service))
        {
            return new AnswerCount(
                service,
                run.Metrics.Growth(service, Metric.ServedCount),
                run.Metrics.Growth(service, Metric.ServedCount, sample => Metric.Value(sample, SpanRecord.StatusCode) is ['5', _, _]));
        }

        var answers = run.Requests.SelectMany(request => request.Backends).Where(answer => answer.Service == service).ToList();
        return new AnswerCount(service, answers.Count, answers.Count(answer => answer.Failed));
    }

    /// <summary>How much longer the mean request takes because some have a failure on their way.</summary>
    private static double LostMs(RunEvidence run, string service)
    {
        var bySight = run.Requests.ToLookup(request => request.Backends.Any(answer => answer.Failed && answer.Service == service));
        return bySight[true].Any() && bySight[false].Any()
            ? Math.Max(0, run.Requests.Average(request => request.DurationMs) - bySight[false].Average(request => request.DurationMs))
            : 0;
    }

    private sealed record AnswerCount(string Service, double All, double Failed)
    {
        public double FailedShare => All > 0 ? Failed / All : 0;
    }
}
