using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>A service answers part of its calls with 5xx or not in time. Its caller retries or the user sees the error.</summary>
internal static class FailingBackend
{
    /// <summary>A larger share of failures exceeds any strict error budget.</summary>
    private const double TooMany = 0.01;

    /// <summary>Fewer failures may be coincidence, whatever their share.</summary>
    private const double MinFailures = 5;

    public static Finding? Find(RunEvidence run)
    {
        var failing = run.Processes.Called
            .SelectMany(service => Answers(run, service))
            .Where(answers => answers.Failed >= MinFailures)
            .MaxBy(answers => answers.FailedShare);
        if (failing is null || failing.FailedShare < TooMany)
        {
            return null;
        }

        var lost = run.Mean(request => request.Backends
            .Where(answer => answer.Service == failing.Service)
            .GroupBy(answer => answer.Answering?.Name)
            .Max(tries => (double?)LostMs([.. tries], request.Backends)) ?? 0);
        return new Finding(
            Cause.FailingBackend,
            $"{failing.Service} fails {Share(failing.FailedShare)} of its calls.",
            [
                $"{Count((long)failing.Failed)} of {Count((long)failing.All)} {failing.In} were answered 5xx, or not at all.",
                $"{Counted(run.Load.ClientErrors, "request")} failed for the user"
                + (lost > 0
                    ? $"; other failed calls were retried, which takes {Milliseconds(lost)} of a mean latency of "
                        + $"{Milliseconds(run.LatencyMs)}."
                    : "."),
            ],
            Math.Max(run.ShareOfLatency(lost), run.Load.Sent > 0 ? (double)run.Load.ClientErrors / run.Load.Sent : 0),
            Loss.Latency,
            [
                new NextStep(
                    $"Read {failing.Service}'s log for the reason of its failures: retries hide them and add load.",
                    Prediction: new Predictor(run).Shorter(lost)),
            ]);
    }

    /// <summary>By the service's metric, which covers all answers, and by traces, which also show calls without one.</summary>
    private static IEnumerable<CallCount> Answers(RunEvidence run, string service)
    {
        yield return new CallCount(
            service,
            $"calls that {service} counted",
            run.Metrics.Growth(service, Metric.ServedCount, Metric.IsOfUsers),
            run.Metrics.Growth(service, Metric.ServedCount, IsFailure));

        var answers = run.Requests.SelectMany(request => request.Backends).Where(answer => answer.Service == service).ToList();
        yield return new CallCount(service, $"traced calls to {service}", answers.Count, answers.Count(answer => answer.Failed));
    }

    private static bool IsFailure(MetricSample sample) =>
        Metric.IsOfUsers(sample) && Metric.Value(sample, SpanRecord.StatusCode) is ['5', _, _];

    /// <summary>
    /// How long the request waited for retries of a call: from the start of the first try to the start of the last, as far as no
    /// other answer was outstanding.
    /// </summary>
    /// <param name="tries">Calls of one operation of one service.</param>
    private static double LostMs(List<BackendAnswer> tries, IEnumerable<BackendAnswer> all)
    {
        if (tries.Count < 2 || !tries.Exists(answer => answer.Failed))
        {
            return 0;
        }

        var others = all.Except(tries).Select(answer => answer.Call.EndNanoseconds());
        var again = tries.Max(answer => answer.Call.StartNanoseconds) - tries.Min(answer => answer.Call.StartNanoseconds);
        var alone = tries.Max(answer => answer.Call.EndNanoseconds()) - others.DefaultIfEmpty(0).Max();
        return Math.Max(0, Math.Min(again, alone)) / 1e6;
    }

    /// <param name="In">What was counted, as text for the evidence.</param>
    private sealed record CallCount(string Service, string In, double All, double Failed)
    {
        public double FailedShare => All > 0 ? Failed / All : 0;
    }
}
