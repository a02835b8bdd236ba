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
            .GroupBy(answer => (answer.Call.Service, answer.Call.Name, answer.Call.UrlPath(), answer.Answering?.Name))
            .Max(same => (double?)LostMs([.. same], request.Backends)) ?? 0);
        return new Finding(
            Cause.FailingBackend,
            $"{failing.Service} fails {Share(failing.FailedShare)} of its calls.",
            [
                $"{Count((long)failing.Failed)} of {Count((long)failing.All)} {failing.In} were answered 5xx, or not at all.",
                $"{Counted(run.Load.NotSuccessful, "request")} failed for the user"
                + (lost > 0
                    ? $"; other failed calls were retried, which takes {Milliseconds(lost)} {run.OfMeanLatency}."
                    : "."),
            ],
            Math.Max(run.ShareOfLatency(lost), run.Load.FailedShare),
            [
                new NextStep(
                    $"Read {failing.Service}'s log for the reason of its failures"
                    + (lost > 0 ? ": retries hide them and add load." : "."),
                    Prediction: lost > 0 ? new Predictor(run).Shorter(lost) : null),
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
        Metric.IsOfUsers(sample) && sample.Attribute(SpanRecord.StatusCode) is ['5', _, _];

    /// <summary>
    /// How long the request waited for retries of a call: from the start of each failed attempt to the start of the next, as
    /// far as no concurrent call took longer.
    /// </summary>
    /// <param name="calls">Equal calls of one caller.</param>
    private static double LostMs(IEnumerable<ClientCall> calls, IEnumerable<ClientCall> all)
    {
        var attempts = calls.OrderBy(answer => answer.Call.StartNanoseconds).ToList();
        var retries = attempts.Zip(attempts.Skip(1), (first, next) => (first.Failed, First: first.Call, Next: next.Call))
            .Where(retry => retry.Failed && retry.Next.StartNanoseconds >= retry.First.EndNanoseconds())
            .ToList();
        if (retries.Count == 0)
        {
            return 0;
        }

        var (start, end) = (retries[0].First.StartNanoseconds, retries[^1].Next.EndNanoseconds());
        // The call that asked the caller itself lasts longer than its calls.
        var others = all.Except(attempts)
            .Where(other => other.Service != attempts[0].Call.Service && other.Call.StartNanoseconds < end)
            .Select(other => Math.Max(start, other.Call.EndNanoseconds()));
        var again = retries.Sum(retry => retry.Next.StartNanoseconds - retry.First.StartNanoseconds);
        return Math.Max(0, Math.Min(again, end - others.DefaultIfEmpty(start).Max())) / 1e6;
    }

    /// <param name="In">What was counted, as text for the evidence.</param>
    private sealed record CallCount(string Service, string In, double All, double Failed)
    {
        public double FailedShare => All > 0 ? Failed / All : 0;
    }
}
