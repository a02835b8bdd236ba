namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// Calls wait for a connection to be free, as spans or metrics of the client say, or as the time before calls shows, which grows
/// with the load.
/// </summary>
internal static class ConnectionPool
{
    /// <summary>A new connection delays its first call briefly, but not the average call by this share of its duration.</summary>
    private const double Conspicuous = 0.2;

    /// <summary>A larger pool costs nothing.</summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run) => FromCalls(run)
        ?? run.Processes.Services.Select(service => FromService(run, service)).OfType<Finding>().MaxBy(finding => finding.Share);

    /// <summary>Whether requests wait in the service for a connection.</summary>
    public static bool Explains(RunEvidence run, string service) => FromService(run, service) is not null;

    private static Finding? FromCalls(RunEvidence run)
    {
        var wait = run.Calls.QueueMs;
        if (run.Calls.Caller is not { } caller || wait <= 0)
        {
            return null;
        }

        var sooner =
            run.Calls.PlanQueueMs + run.Calls.Mean(request => request.DatabaseMs) - run.Calls.UnthrottledMs;
        var lost = run.Calls.MeanOverAll(sooner);
        if (wait < run.Calls.Durations.Mean * Conspicuous || run.ShareOfLatency(lost) < WorthAChange)
        {
            return null;
        }

        return new Finding(
            Cause.ConnectionPool,
            $"Calls from {caller} to the database wait for a connection.",
            [
                $"A call waits {Milliseconds(wait)} for a connection, and then takes {Milliseconds(run.Calls.Durations.Mean)}.",
                .. ConnectionsInWords(run, caller),
                $"With a connection for each call, the database calls of an operation would end {Milliseconds(sooner)} sooner"
                + $"{run.Calls.MeanOverAllInWords(sooner)}, {run.OfMeanLatency}.",
            ],
            run.ShareOfLatency(lost),
            [Step(run)]);
    }

    private static NextStep Step(RunEvidence run)
    {
        var most = run.Load.Steps.Select(step => step.Users).DefaultIfEmpty().Max();
        if (most == 0)
        {
            // In an open loop requests arrive however many are in progress.
            return new NextStep("Allow more connections: one for each call that may be in progress.");
        }

        var enough = (int)Math.Ceiling(most * Math.Max(1, run.Calls.PerOperation));
        return new NextStep(
            $"Allow more connections: {enough} serve {Counted(most, "user")} with "
                + $"{Counted(run.Calls.PerOperation, "call")} each.",
            FlagChange.ForSetting(run.Record.Manifest, Setting.Connections, $"{enough}"),
            new Predictor(run).WithEnoughConnections());
    }

    private static Finding? FromService(RunEvidence run, string service)
    {
        var wait = PoolWait.InService(run, service);
        if (wait.LostMs < wait.CallMs * Conspicuous || run.ShareOfLatency(wait.LostMs) < WorthAChange
            || !(wait.IsReported || wait.IsExhausted || (wait.ShowsBeforeCalls
                && !ThreadStarvation.IsStarved(run, service) && !LockContention.IsContended(run, service)
                && !ConcurrencyLimit.Explains(run, service))))
        {
            return null;
        }

        return Finding.FromLostTime(
            run, Cause.ConnectionPool, wait.LostMs,
            $"Calls from {service}{(wait.Callee is { } callee ? $" to {callee}" : "")} wait for a connection.",
            [
                wait.IsReported
                    ? $"A request waits {Milliseconds(wait.LostMs)} for connections, as the client of {service} reports."
                    : $"{service} takes {Milliseconds(wait.GapMs)} before its calls, {Milliseconds(wait.LostMs)} more than "
                        + "with few concurrent requests.",
                .. wait.CallMs > 0 ? [$"The calls of a request then take {Milliseconds(wait.CallMs)}."] : Array.Empty<string>(),
                .. wait.Used is { } used ? [$"{Share(used)} of the connections of its pool were in use."] : Array.Empty<string>(),
                $"That is in the mean latency of {Milliseconds(run.LatencyMs)}.",
            ],
            $"Allow more connections in the pool of {service}, as far as the other side can serve them, and return each as soon "
            + "as its call ends.")
            .WithDoubt(wait.IsReported || wait.IsExhausted ? null : "a lock around the calls looks the same")
            .WithDoubt(run.Requests.Count > 0 ? null : "without traces it is not known which requests wait");
    }

    private static string[] ConnectionsInWords(RunEvidence run, string caller) =>
        run.Metrics.Gauge(caller, Metric.OpenConnections, Metric.WithPort(run.Calls.Port)) is { Count: > 0 } open
            ? [$"It never had more than {open.Max():0} connections open to the database."]
            : [];
}
