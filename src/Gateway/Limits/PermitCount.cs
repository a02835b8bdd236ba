namespace DroneDelivery.Gateway.Limits;

/// <summary>Counts the concurrency permits that the requests of a holder use, in one number and without a lock.</summary>
internal static class PermitCount
{
    /// <param name="inFlight">The number of requests in flight.</param>
    /// <param name="most">
    /// The maximum number of requests in flight; null if there is no limit, in which case nothing is counted.
    /// </param>
    /// <returns>Whether a permit was taken. <see cref="Leave"/> must then be called exactly once to release it.</returns>
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
