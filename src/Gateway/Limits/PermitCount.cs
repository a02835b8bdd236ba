namespace DroneDelivery.Gateway.Limits;

/// <summary>Counts the requests of a holder in flight in one number, without a lock.</summary>
internal static class PermitCount
{
    /// <param name="inFlight">The count.</param>
    /// <param name="most">Null where there is no limit: then nothing is counted.</param>
    /// <returns>Whether there was a place; it must then be left, exactly once.</returns>
    public static bool TryTake(ref int inFlight, int? most)
    {
        if (most is null || Interlocked.Increment(ref inFlight) <= most)
        {
            return true;
        }

        Interlocked.Decrement(ref inFlight);
        return false;
    }

    public static void Leave(ref int inFlight, int? most)
    {
        if (most is not null)
        {
            Interlocked.Decrement(ref inFlight);
        }
    }
}
