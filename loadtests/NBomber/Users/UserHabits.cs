using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>What all users of a load have in common.</summary>
/// <param name="TracedFraction">The share of measured requests, from 0 to 1, whose traces are recorded.</param>
internal sealed record UserHabits(ThinkTime ThinkTime, SimulatedRoundTrip RoundTrip, double TracedFraction, ulong Seed);
