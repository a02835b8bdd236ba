namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// A stretch, from the start of the steps, in which a user is there. User n is there in every step with more than n users.
/// </summary>
internal readonly record struct ActiveWindow(TimeSpan From, TimeSpan To)
{
    /// <param name="spread">The time over which users who join a step together start, cut to the step's own length.</param>
    public static IReadOnlyList<ActiveWindow> Of(int user, IReadOnlyList<LoadStep> steps, TimeSpan spread)
    {
        var windows = new List<ActiveWindow>();
        var stepStart = TimeSpan.Zero;
        var usersBefore = 0;
        foreach (var step in steps)
        {
            var stepEnd = stepStart + step.Duration;
            if (user < usersBefore && user < step.Users)
            {
                windows[^1] = windows[^1] with { To = stepEnd };
            }
            else if (user < step.Users)
            {
                var share = (double)(user - usersBefore) / (step.Users - usersBefore);
                var stagger = (spread < step.Duration ? spread : step.Duration) * share;
                windows.Add(new ActiveWindow(stepStart + stagger, stepEnd));
            }

            (stepStart, usersBefore) = (stepEnd, step.Users);
        }

        return windows;
    }
}
