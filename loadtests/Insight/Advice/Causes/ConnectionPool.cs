namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Calls to the database wait for a connection to be free.</summary>
internal static class ConnectionPool
{
    /// <summary>A new connection delays its first call briefly, but not the average call by this share of its duration.</summary>
    private const double Conspicuous = 0.2;

    /// <summary>A larger pool costs nothing.</summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        var wait = run.Calls.QueueMs;
        if (run.Calls.Caller is not { } caller || wait <= 0)
        {
            return null;
        }

        var lost = run.Calls.PlanQueueMs + run.Calls.MeanMs - run.Calls.UnthrottledMs;
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
                $"With a connection for each call, the database calls of an operation would end {Milliseconds(lost)} sooner, "
                + $"of a mean latency of {Milliseconds(run.LatencyMs)}.",
            ],
            run.ShareOfLatency(lost),
            [Step(run)]);
    }

    private static NextStep Step(RunEvidence run)
    {
        var most = run.Load.Steps.Select(step => step.Users).DefaultIfEmpty().Max();
        var enough = (int)Math.Ceiling(most * Math.Max(1, run.Calls.PerOperation));
        return new NextStep(
            $"Allow more connections: {enough} serve {Counted(most, "user")} with "
                + $"{Counted(run.Calls.PerOperation, "call")} each.",
            FlagChange.ForSetting(run.Record.Manifest, Setting.Connections, $"{enough}"),
            new Predictor(run).WithEnoughConnections());
    }

    private static string[] ConnectionsInWords(RunEvidence run, string caller) =>
        run.Metrics.Gauge(caller, Metric.OpenConnections, Metric.WithPort(run.Calls.Port)) is { Count: > 0 } open
            ? [$"It never had more than {open.Max():0} connections open to the database."]
            : [];
}
