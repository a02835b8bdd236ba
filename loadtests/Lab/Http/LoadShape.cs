using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The load: a closed loop of users, or an open loop of arrivals.</summary>
/// <param name="Words">For example "open loop, 500/s for 60 s".</param>
internal abstract record LoadShape(string Words)
{
    public abstract LoadProfile Load { get; }

    public TimeSpan Duration => Load.Duration;

    /// <summary>The highest number of requests in flight.</summary>
    public abstract int MaxInFlight { get; }

    public abstract RunOutlook Outlook { get; }

    /// <summary>The expected number of arrivals; null for a closed loop.</summary>
    public abstract double? Asked { get; }

    /// <param name="measuring">Called after the warm-up, when nothing is in flight.</param>
    public abstract Task<LoadResult> RunAsync(
        UserAction action, Action measuring, RunMonitor monitor, TimeProvider time, CancellationToken cancellationToken);

    protected static Func<CancellationToken, ValueTask> Hook(Action measuring) => _ =>
    {
        measuring();
        return ValueTask.CompletedTask;
    };
}

/// <summary>A closed loop.</summary>
internal sealed record UserShape(string Words, ClosedLoopProfile Profile) : LoadShape(Words)
{
    public override LoadProfile Load => Profile;

    public override int MaxInFlight => Profile.MaxUsers;

    public override RunOutlook Outlook => new(Duration, null);

    public override double? Asked => null;

    public override Task<LoadResult> RunAsync(
        UserAction action, Action measuring, RunMonitor monitor, TimeProvider time, CancellationToken cancellationToken) =>
        new ClosedLoopRunner(time) { BeforeMeasuring = Hook(measuring) }.RunAsync(Profile, action, monitor, cancellationToken);
}

/// <summary>An open loop.</summary>
/// <param name="MaxRequests">An upper bound; Poisson arrivals may exceed the expected number.</param>
/// <param name="EvenlySpaced">False for Poisson and recorded arrivals.</param>
internal sealed record ArrivalShape(string Words, OpenLoopProfile Profile, long MaxRequests, bool EvenlySpaced) : LoadShape(
    Words)
{
    public override LoadProfile Load => Profile;

    public override int MaxInFlight => Profile.MaxInFlight;

    public override RunOutlook Outlook => new(Duration, MaxRequests);

    public override double? Asked => Profile.Arrivals.Expected;

    public override Task<LoadResult> RunAsync(
        UserAction action, Action measuring, RunMonitor monitor, TimeProvider time, CancellationToken cancellationToken) =>
        new OpenLoopRunner(time) { BeforeMeasuring = Hook(measuring) }.RunAsync(Profile, action, monitor, cancellationToken);
}
