namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// A period, from the start of the steps, in which a user is active. User n is active when there are more than n users.
/// </summary>
internal readonly record struct ActiveWindow(TimeSpan From, TimeSpan To)
{
    /// <param name="spread">The time over which users who join together start; limited to the duration of the step.</param>
    public static IReadOnlyList<ActiveWindow> ForUser(int user, IReadOnlyList<LoadStep> steps, TimeSpan spread)
    {
        var windows = new List<ActiveWindow>();
        var (start, usersBefore) = (TimeSpan.Zero, 0);
        foreach (var step in steps)
        {
            if (step.WindowOf(user, usersBefore, spread) is { } window)
            {
                Append(windows, new ActiveWindow(start + window.From, start + window.To));
            }

            (start, usersBefore) = (start + step.Duration, step.Users);
        }

        return windows;
    }

    private static void Append(List<ActiveWindow> windows, ActiveWindow next)
    {
        if (windows.Count > 0 && windows[^1].To == next.From)
        {
            windows[^1] = windows[^1] with { To = next.To };
        }
        else
        {
            windows.Add(next);
        }
    }
}
