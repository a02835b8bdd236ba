namespace DroneDelivery.LoadTests.Lab;

/// <summary>Starts in several steps, of which a later one may fail.</summary>
internal static class DisposeOnFailure
{
    /// <summary>Takes the remaining steps of a start, and disposes what runs already if one of them throws.</summary>
    /// <param name="running">Null if nothing runs yet.</param>
    public static async Task<T> DisposeOnFailureAsync<T>(this IAsyncDisposable? running, Func<Task<T>> remainingSteps)
    {
        try
        {
            return await remainingSteps();
        }
        catch
        {
            await (running?.DisposeAsync() ?? ValueTask.CompletedTask);
            throw;
        }
    }
}
