using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>
/// Steps as NBomber can run them. It keeps a closed simulation for whole seconds, and rounds a fraction up: 40 steps of 1.125 s
/// would take 80 s. So the ends of the steps are rounded, which leaves the whole as long as planned.
/// </summary>
internal static class WholeSecondSteps
{
    /// <exception cref="LabException">A step would be shorter than a second.</exception>
    public static IReadOnlyList<LoadStep> Of(IReadOnlyList<LoadStep> planned)
    {
        var steps = new List<LoadStep>(planned.Count);
        var (plannedEnd, start) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var step in planned)
        {
            plannedEnd += step.Duration;
            var end = TimeSpan.FromSeconds(Math.Round(plannedEnd.TotalSeconds, MidpointRounding.AwayFromZero));
            if (end == start)
            {
                throw new LabException(
                    $"NBomber needs a second or more for each step of the load: choose --seconds {planned.Count} or more.");
            }

            steps.Add(step with { Duration = end - start });
            start = end;
        }

        return steps;
    }

    public static LoadStep RoundedUp(LoadStep step) =>
        step with { Duration = TimeSpan.FromSeconds(Math.Ceiling(step.Duration.TotalSeconds)) };
}
