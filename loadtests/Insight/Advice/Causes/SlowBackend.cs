namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// Every request waits for a service, and the service does not wait for the database, CPU, a thread or a lock. Or a request
/// spends most of its time in one call to a database or service that is not traced.
/// </summary>
internal static class SlowBackend
{
    /// <summary>The same share as for a busy process.</summary>
    private const double WorthAChange = 0.15;

    /// <summary>Of a callee without spans it is only known whether it takes more time than everything else.</summary>
    private const double Dominates = 0.5;

    /// <summary>Any request takes a few milliseconds somewhere: that is not slow.</summary>
    public const double MinMs = 10;

    public static Finding? FindDependency(RunEvidence run)
    {
        var longest = run.Requests
            .SelectMany(request => request.Calls.Where(call => call.Answering is null && !call.IsCharged)
                .GroupBy(call => call.Callee)
                .Select(calls => calls.MaxBy(call => call.Call.DurationNanoseconds)))
            .OfType<ClientCall>()
            .ToLookup(call => call.Callee)
            .MaxBy(TotalMs);
        var ms = longest is null ? 0 : TotalMs(longest) / run.Requests.Count;
        if (longest is null || ms < MinMs || run.ShareOfLatency(ms) < Dominates)
        {
            return null;
        }

        var callee = longest.Key;
        var name = longest.GroupBy(call => call.Label).MaxBy(TotalMs)!.Key;
        return Finding.FromLostTime(
            run, Cause.SlowBackend, ms,
            $"{callee} is slow: {name}.",
            [
                $"A request waits {Milliseconds(ms)} for one call to it, {run.OfMeanLatency}.",
                "It sends no spans, so they do not show what it does in that time.",
            ],
            $"Look at {callee} itself: its log of slow queries or requests, its load, the network to it. Or cache its answers.")
            .WithDoubt("the callee has no spans, so the time may also pass on the way to it");
    }

    private static double TotalMs(IEnumerable<ClientCall> calls) => calls.Sum(call => call.Call.DurationMs());

    public static Finding? Find(RunEvidence run, string service)
    {
        var own = run.Processes.OwnMs(service);
        if (run.ShareOfLatency(own) < WorthAChange
            || own < MinMs
            || IsOnlyCalledOften(run, service, own)
            || run.Processes.IsShortOfCpu(service)
            || !run.Processes.IsSlowForAll(service)
            || ThreadStarvation.IsStarved(run, service)
            || LockContention.IsContended(run, service)
            || ConnectionPool.Explains(run, service)
            || ConcurrencyLimit.Explains(run, service)
            || LockContention.MakesRequestsWait(run, service))
        {
            return null;
        }

        return Finding.FromLostTime(
            run, Cause.SlowBackend, own,
            $"{service} is slow by itself.",
            [
                $"Requests wait {Milliseconds(own)} for {service} after every other answer has arrived, {run.OfMeanLatency}.",
                run.Processes.CpuIsKnown(service)
                    ? "It is not the database. A request takes "
                        + $"{Milliseconds(run.Processes.CpuPerRequestMs(service))} of {service}'s CPU, and no work waits for a "
                        + "thread or a lock."
                    : $"It is not the database. The CPU of {service} was not measured.",
                $"Nine requests in ten wait {Milliseconds(run.Processes.IdleOwnMs(service))} or more.",
                .. BeforeCallsInWords(run, service, own),
            ],
            $"Look at what {service} waits for: a service behind it, a lock, a timer, a disk.")
            .WithDoubt("it follows from excluding the database, CPU, threads and locks");
    }

    private static IEnumerable<string> BeforeCallsInWords(RunEvidence run, string service, double ownMs)
    {
        var wait = PoolWait.InService(run, service);
        if (wait.GapMs >= ownMs / 2)
        {
            yield return $"{Milliseconds(wait.GapMs)} of that pass right before its calls to {wait.Callee}: it may wait for a "
                + "connection.";
        }
    }

    /// <summary>Whether one of many similar calls to the service would not take long.</summary>
    private static bool IsOnlyCalledOften(RunEvidence run, string service, double ownMs) =>
        CallPerRow.MostSimilar(run) is { } calls && calls.Callee == service
        && run.ShareOfLatency(ownMs / calls.PerRequest) < WorthAChange;
}
