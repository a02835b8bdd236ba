using DroneDelivery.LoadTests.Engine.Profiles;
using NBomber.Contracts;
using NBomber.CSharp;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>
/// Steps of users as NBomber runs them: one constant simulation for each step. A ramp would be shorter to write, but never
/// reaches its target.
/// </summary>
internal static class StepSimulations
{
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    /// <summary>
    /// NBomber keeps a closed simulation for whole seconds, and rounds a fraction up: 40 steps of 1.125 s would take 80 s. So the
    /// ends of the steps are rounded instead, which leaves the whole as long as planned.
    /// </summary>
    /// <exception cref="ArgumentException">A step would be shorter than a second.</exception>
    public static LoadSimulation[] Of(IReadOnlyList<LoadStep> steps)
    {
        var simulations = new LoadSimulation[steps.Count];
        var (plannedEnd, start) = (TimeSpan.Zero, TimeSpan.Zero);
        for (var i = 0; i < simulations.Length; i++)
        {
            plannedEnd += steps[i].Duration;
            var end = TimeSpan.FromSeconds(Math.Round(plannedEnd.TotalSeconds, MidpointRounding.AwayFromZero));
            if (end - start < Shortest)
            {
                throw new ArgumentException(
                    $"NBomber needs a second or more for each step; step {i + 1} of {steps.Count} has {steps[i].Duration}.",
                    nameof(steps));
            }

            simulations[i] = Simulation.KeepConstant(steps[i].Users, end - start);
            start = end;
        }

        return simulations;
    }
}
