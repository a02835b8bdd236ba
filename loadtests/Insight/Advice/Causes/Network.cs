namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests spend their time between processes: one has sent, the other has not yet received.</summary>
internal static class Network
{
    /// <summary>The same share as for a service: every run has some network time.</summary>
    private const double WorthAChange = 0.15;

    /// <summary>
    /// A slow network delays every request. A delay that one request in ten does not have is something else: for example a
    /// message that has arrived and waits for a core before it is read.
    /// </summary>
    private const double Unavoidable = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        var (way, ms) = Ways(run).MaxBy(candidate => candidate.Ms);
        return run.ShareOfLatency(ms) < WorthAChange ? null : Slow(run, way, ms).WithDoubt(run.Processes.MachineIsFull
            ? "nearly all cores were busy, so messages may have waited for the processes"
            : null);
    }

    private static Finding Slow(RunEvidence run, string way, double ms) => Finding.FromLostTime(
        run, Cause.Network, ms,
        $"The network {way} is slow.",
        [
            $"A request spends {Milliseconds(ms)} of its mean latency of {Milliseconds(run.LatencyMs)} {way}: sent by one "
            + "side and not yet received by the other.",
            "Nine requests in ten spend at least that time there, so the reason is not a receiver that is sometimes busy.",
        ],
        "Measure the round trip there (ping), move the two closer to each other, and keep connections open.");

    private static IEnumerable<(string Way, double Ms)> Ways(RunEvidence run) =>
    [
        ($"between users and {run.Processes.Entry}", Minimum(run, LatencyPart.ClientNetwork)),
        ($"between {run.Processes.Entry} and backends", Minimum(run, LatencyPart.BackendNetwork)),
        ($"between {run.Calls.Caller ?? "the services"} and the database", Minimum(run, LatencyPart.CosmosNetwork)),
    ];

    private static double Minimum(RunEvidence run, LatencyPart part) =>
        run.Breakdowns.Select(breakdown => breakdown[part]).Quantile(Unavoidable);
}
