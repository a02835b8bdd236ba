namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait in a service until fewer others are in progress, as the rate limiter of ASP.NET Core reports.</summary>
internal static class ConcurrencyLimit
{
    /// <summary>The wait is measured, and another limit is a change of one setting.</summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run, string service)
    {
        var wait = WaitMs(run, service);
        return !Explains(run, service) ? null : new Finding(
            Cause.ConcurrencyLimit,
            $"Requests wait in {service} for its limit of concurrent requests.",
            [$"A request waits {Milliseconds(wait)} in the queue of {service}'s rate limiter, {run.OfMeanLatency}."],
            run.ShareOfLatency(wait),
            [new NextStep(
                $"Raise the limit of {service} as far as what it protects can serve more, or make its requests shorter: the "
                + "limit divided by the duration of a request is the highest throughput.")]);
    }

    /// <summary>Whether requests wait in the service for its limit.</summary>
    public static bool Explains(RunEvidence run, string service) => run.ShareOfLatency(WaitMs(run, service)) >= WorthAChange;

    private static double WaitMs(RunEvidence run, string service) => run.Load.Sent == 0
        ? 0
        : run.Metrics.Growth(service, Metric.LimiterQueueSeconds) * 1000 / run.Load.Sent;
}
