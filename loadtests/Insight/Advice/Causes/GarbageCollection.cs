namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// A service is paused during garbage collection. A request that spends the time T in the service is delayed by p T if the
/// service is paused for the fraction p of the time.
/// </summary>
internal static class GarbageCollection
{
    /// <summary>The share of mean latency that pauses must cause. Pauses of 1 % of the time are normal under load.</summary>
    private const double MinShareOfLatency = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        if (run.Load.DurationSeconds <= 0 || run.Processes.Services.MaxBy(service => HeldUpMs(run, service)) is not { } service)
        {
            return null;
        }

        var paused = Paused(run, service);
        var share = run.ShareOfLatency(HeldUpMs(run, service));
        return share < MinShareOfLatency ? null : new Finding(
            Cause.GarbageCollection,
            $"{service} pauses to collect garbage for {Share(paused / run.Load.DurationSeconds)} of the time.",
            [
                $"Its pauses add up to {Short(paused)} s in {Short(run.Load.DurationSeconds)} s of "
                + $"load ({Instrument(run, service)}).",
                $"A request is in {service} for {Milliseconds(run.Processes.PresenceMs(service))}, so pauses take "
                + $"{Milliseconds(HeldUpMs(run, service))} {run.OfMeanLatency}.",
            ],
            share,
            [
                new NextStep(
                    $"Look for what {service} allocates for each request: large buffers, copies "
                    + "of whole answers, large objects."),
                new NextStep(Instrument(run, service) == Metric.GcPauseSeconds
                    ? "Give the process more memory, or the server garbage collector (DOTNET_gcServer=1)."
                    : "Give the process more memory: a larger heap is collected less often."),
            ])
            .WithDoubt(Instrument(run, service) == Metric.JvmGc
                ? "the metric includes collections that run next to the program"
                : null);
    }

    private static string Instrument(RunEvidence run, string service) =>
        Metric.GcPauses.First(name => run.Metrics.Has(service, name));

    private static double HeldUpMs(RunEvidence run, string service) =>
        Paused(run, service) / run.Load.DurationSeconds * run.Processes.PresenceMs(service);

    private static double Paused(RunEvidence run, string service) =>
        Metric.GcPauses.Max(name => run.Metrics.Growth(service, name));
}
