using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>
/// Converts steps of users to steps of whole seconds. NBomber rounds the duration of a step up to whole seconds, so 40 steps of
/// 1.125 s would take 80 s, and its ramp does not reach the target. So each second has the users that are planned for its middle.
/// </summary>
internal static class WholeSecondSteps
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>The total duration is the planned one, rounded up to a second. Consecutive steps differ in their users.</summary>
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

    /// <summary>The planned users at a moment; after the end, those of the last step.</summary>
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
