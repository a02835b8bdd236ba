using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>A service stands still while its garbage is collected.</summary>
internal static class GarbageCollection
{
    /// <summary>A service under load pauses for about one part in a hundred; five are felt.</summary>
    private const double Felt = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        if (run.Load.DurationSeconds <= 0 || run.Metrics.Services.MaxBy(service => Paused(run, service)) is not { } service)
        {
            return null;
        }

        var paused = Paused(run, service);
        var share = paused / run.Load.DurationSeconds;
        return share < Felt ? null : new Finding(
            Cause.GarbageCollection,
            $"{service} pauses to collect garbage for {Share(share)} of the time.",
            [$"Its pauses add up to {Short(paused)} s in {Short(run.Load.DurationSeconds)} s of load ({Metric.GcPauseSeconds})."],
            Math.Min(1, share),
            Loss.Latency,
            [
                new NextStep($"Look for what {service} allocates for each request: large buffers, copies of whole answers, large objects."),
                new NextStep("Give the process more memory, or the server collector (DOTNET_gcServer=1)."),
            ]);
    }

    private static double Paused(RunEvidence run, string service) => run.Metrics.Growth(service, Metric.GcPauseSeconds);
}
