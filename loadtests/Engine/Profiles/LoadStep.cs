namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>A stretch of a run with a constant number of users, or with one that changes evenly.</summary>
/// <param name="Users">At its end.</param>
public readonly record struct LoadStep(int Users, TimeSpan Duration)
{
    private readonly int? _fromUsers;

    /// <summary>At its start; the same as at its end unless it is a ramp.</summary>
    public int FromUsers
    {
        get => _fromUsers ?? Users;
        init => _fromUsers = value;
    }

    public int MaxUsers => Math.Max(FromUsers, Users);

    public static LoadStep Hold(int users, TimeSpan duration) => new(users, duration);

    /// <summary>Users who come one by one, the last of them before the end; or who go so, the last of them at the end.</summary>
    public static LoadStep Ramp(int from, int to, TimeSpan over) => new(to, over) { FromUsers = from };

    internal static TimeSpan Total(IEnumerable<LoadStep> steps) =>
        steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);

    /// <summary>When a user is there, from the start of the step; null if never.</summary>
    /// <param name="usersBefore">Those of lower numbers are there already.</param>
    /// <param name="spread">The time over which users who join at the start together do so, cut to the step's own length.</param>
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
