using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>A profile in NBomber's terms.</summary>
/// <param name="WarmUp">Null for none.</param>
/// <param name="Grace">How long requests under way at the end may still take.</param>
/// <param name="EachUserOnce">Every iteration is another user's: an open loop.</param>
internal sealed record NBomberPlan(
    PlannedLoad? WarmUp, PlannedLoad Measured, UserBehavior Behavior, bool EachUserOnce, TimeSpan Grace)
{
    private const string Instead = "Leave it out, or use loadtests/Lab.";

    /// <summary>Why NBomber cannot run it, in a line for a reader; null where it can.</summary>
    public static string? WhyNot(LoadProfile profile) => profile switch
    {
        ClosedLoopProfile { Pacing: var pace } when pace > TimeSpan.Zero => $"NBomber has no pacing of users (--pace). {Instead}",
        OpenLoopProfile { Arrivals.Spacing: null } => $"NBomber cannot replay recorded arrivals (--replay). {Instead}",
        OpenLoopProfile { Arrivals.Spacing: ArrivalSpacing.Poisson } =>
            $"NBomber starts a fixed number of requests in each second, not as independent users come (--poisson). {Instead}",
        _ => null,
    };

    public static NBomberPlan FromProfile(LoadProfile profile) => profile switch
    {
        ClosedLoopProfile users => new NBomberPlan(
            users is { WarmUp.Ticks: > 0, WarmUpUsers: > 0 }
                ? PlannedLoad.FromSteps([LoadStep.Hold(users.WarmUpUsers, users.WarmUp)])
                : null,
            PlannedLoad.FromSteps(users.Steps),
            users.Behavior,
            EachUserOnce: false,
            users.Grace),
        OpenLoopProfile arrivals => new NBomberPlan(
            arrivals.WarmUp is { } warmUp ? PlannedLoad.FromSchedule(warmUp) : null,
            PlannedLoad.FromSchedule(arrivals.Arrivals),
            arrivals.Behavior,
            EachUserOnce: true,
            arrivals.Grace),
        _ => throw new ArgumentException($"NBomber has nothing for {profile.GetType().Name}.", nameof(profile)),
    };
}
