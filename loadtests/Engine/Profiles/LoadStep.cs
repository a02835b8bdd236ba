namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>A part of a run with a constant number of users, or with a number that changes linearly.</summary>
/// <param name="Users">The number of users at the end.</param>
public readonly record struct LoadStep(int Users, TimeSpan Duration)
{
    /// <summary>The number of users at the start; the same as at the end unless the step is a ramp.</summary>
    public int FromUsers { get; init; } = Users;

    public int MaxUsers => Math.Max(FromUsers, Users);

    /// <summary>Equal steps, each with one user more than the step before it. All steps together take the total.</summary>
    public static IReadOnlyList<LoadStep> Staircase(int fromUsers, int toUsers, TimeSpan total)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(fromUsers);
        ArgumentOutOfRangeException.ThrowIfLessThan(toUsers, fromUsers);
        var count = toUsers - fromUsers + 1;
        return [.. Enumerable.Range(0, count)
            .Select(step => new LoadStep(fromUsers + step, (total * (step + 1) / count) - (total * step / count)))];
    }

    public static LoadStep Hold(int users, TimeSpan duration) => new(users, duration);

    /// <summary>For a load that ends after a number of requests.</summary>
    public static LoadStep Endless(int users) => new(users, TimeSpan.MaxValue);

    /// <summary>Users join one by one, the last one before the end, or leave one by one, the last one at the end.</summary>
    public static LoadStep Ramp(int from, int to, TimeSpan over) => new(to, over) { FromUsers = from };

    /// <summary>The period in which a user is active, as times since the start of this step; null if never.</summary>
    /// <param name="usersBefore">Users with lower numbers are already active.</param>
    /// <param name="spread">The time over which users who join at the start together start; limited to the duration.</param>
    internal ActiveWindow? WindowOf(int user, int usersBefore, TimeSpan spread)
    {
        if (user >= MaxUsers)
        {
            return null;
        }

        var join = user >= FromUsers ? Duration * Share(user - FromUsers, Users - FromUsers)
            : user < usersBefore ? TimeSpan.Zero
            : (spread < Duration ? spread : Duration) * Share(user - usersBefore, FromUsers - usersBefore);
        var leave = user < Users ? Duration : Duration * Share(FromUsers - user, FromUsers - Users);
        return join < leave ? new ActiveWindow(join, leave) : null;
    }

    private static double Share(int part, int whole) => (double)part / whole;
}

/// <summary>
/// A period in which a user is active, as times since the start of one step or of all. Users are numbered from 0: user n is
/// active while the number of users is greater than n.
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
                var from = start + window.From;
                if (windows is [.., var last] && last.To == from)
                {
                    from = last.From;
                    windows.RemoveAt(windows.Count - 1);
                }

                windows.Add(new ActiveWindow(from, start + window.To));
            }

            (start, usersBefore) = (start + step.Duration, step.Users);
        }

        return windows;
    }
}
