namespace DroneDelivery.LoadTests.Lab;

/// <summary>Reads of state that a lock guards.</summary>
internal static class LockedReads
{
    /// <summary>Calls <paramref name="read"/> while the lock is held.</summary>
    public static T Read<T>(this Lock gate, Func<T> read)
    {
        using var scope = gate.EnterScope();
        return read();
    }
}
