using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>A load profile converted for NBomber.</summary>
/// <param name="WarmUp">Null for none.</param>
/// <param name="EachUserOnce">Every iteration has a new user, as in an open loop.</param>
internal sealed record NBomberPlan(PlannedLoad? WarmUp, PlannedLoad Measured, bool EachUserOnce)
{
    private const string Instead = "Leave it out, or use ./lab.";

    /// <summary>The reason, in one line, why NBomber cannot run the profile; null if it can.</summary>
    public static string? WhyNot(LoadProfile profile) => profile switch
    {
        ClosedLoopProfile { Pacing: var pace } when pace > TimeSpan.Zero => $"NBomber has no pacing of users (--pace). {Instead}",
        OpenLoopProfile { Arrivals.Spacing: null } => $"NBomber cannot replay recorded arrivals (--replay). {Instead}",
        OpenLoopProfile { Arrivals.Spacing: ArrivalSpacing.Poisson } =>
            $"NBomber starts a fixed number of requests in each second and has no Poisson arrivals (--poisson). {Instead}",
        _ => null,
    };

    public static NBomberPlan FromProfile(LoadProfile profile) => profile switch
    {
        ClosedLoopProfile users => new NBomberPlan(
            users is { WarmUp.Ticks: > 0, WarmUpUsers: > 0 }
                ? PlannedLoad.FromSteps([LoadStep.Hold(users.WarmUpUsers, users.WarmUp)])
                : null,
            PlannedLoad.FromSteps(users.Steps),
            EachUserOnce: false),
        OpenLoopProfile arrivals => new NBomberPlan(
            arrivals.WarmUp is { } warmUp ? PlannedLoad.FromSchedule(warmUp) : null,
            PlannedLoad.FromSchedule(arrivals.Arrivals),
            EachUserOnce: true),
        _ => throw new ArgumentException($"NBomber cannot run {profile.GetType().Name}.", nameof(profile)),
    };
}
