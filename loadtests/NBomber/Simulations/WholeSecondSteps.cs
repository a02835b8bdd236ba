using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>
/// Users as NBomber can run them. It keeps a number of users for whole seconds, and rounds a fraction up: 40 steps of 1.125 s
/// would take 80 s. Nor does its ramp reach the target. So each second has the users that are planned for its middle.
/// </summary>
internal static class WholeSecondSteps
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>As long as planned together, rounded up to a whole second; neighbours differ in their users.</summary>
    public static IReadOnlyList<LoadStep> FromSteps(IReadOnlyList<LoadStep> planned)
    {
        var steps = new List<LoadStep>();
        var duration = TimeSpan.FromTicks(planned.Sum(step => step.Duration.Ticks));
        for (var second = TimeSpan.Zero; second < duration; second += Second)
        {
            var users = UsersAt(second + (Second / 2), planned);
            if (steps is [.., { } last] && last.Users == users)
            {
                steps[^1] = last with { Duration = last.Duration + Second };
            }
            else
            {
                steps.Add(LoadStep.Hold(users, Second));
            }
        }

        return steps;
    }

    /// <summary>After the end, as at the end.</summary>
    private static int UsersAt(TimeSpan moment, IReadOnlyList<LoadStep> planned)
    {
        var start = TimeSpan.Zero;
        foreach (var step in planned)
        {
            if (moment < start + step.Duration)
            {
                return step.FromUsers + (int)Math.Round((step.Users - step.FromUsers) * ((moment - start) / step.Duration));
            }

            start += step.Duration;
        }

        return planned[^1].Users;
    }
}
