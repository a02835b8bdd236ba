using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>Runs of a capacity search on a simulated clock, against a target in memory.</summary>
internal static class SimulatedCapacityRun
{
    public static readonly CapacityRequest Short = new(
        new LatencyGoal(TimeSpan.FromMilliseconds(100)),
        null,
        [LoadVariant.Usual],
        Searches: 1,
        TimeSpan.Zero,
        new CapacityPlan
        {
            StartRate = 20,
            MaxRate = 640,
            WarmUpSeconds = 0.9,
            SettlingSeconds = 0.2,
            QueueSettlingSeconds = 0.2,
            SearchSeconds = 0.2,
            RefineSeconds = 0.2,
            MaxSeconds = 0.2,
        },
        "capacity");

    /// <summary>If it succeeds, the first rate is the limit: no higher one is allowed.</summary>
    public static readonly CapacityRequest OneTrial = Short with { Plan = Short.Plan with { StartRate = 200, MaxRate = 200 } };

    // A run that says more does not end by itself.
    private const int MaxLines = 100;

    /// <param name="cap">From 0 to 1.</param>
    public static ResourceGoal CpuGoal(double cap) => new(new Dictionary<string, double> { [ResourceUse.Cpu] = cap });

    public static Task<CapacityRecord> RunAsync(
        StubTarget target, CapacityRequest request, Action<string>? say = null, ManualTimeProvider? clock = null,
        CancellationToken? cancellationToken = null)
    {
        var lines = 0;
        clock ??= new ManualTimeProvider();
        return clock.DriveAsync(
            () => new CapacityRun(target, request, Say, clock).RunAsync(
                cancellationToken ?? TestContext.Current.CancellationToken));

        void Say(string line)
        {
            say?.Invoke(line);
            if (++lines > MaxLines)
            {
                target.Fail("The run does not end.");
            }
        }
    }
}
