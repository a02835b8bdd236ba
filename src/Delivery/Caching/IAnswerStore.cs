namespace DroneDelivery.Delivery.Caching;

/// <summary>The place of cached answers. Answers that were read before an invalidation are not found after it.</summary>
internal interface IAnswerStore
{
    /// <summary>Finds a fresh answer.</summary>
    /// <param name="key">Identifies the answer, by value.</param>
    /// <returns>Null if the store does not answer: the request is then served as without a cache.</returns>
    ValueTask<FoundAnswer<T>?> FindAsync<T>(object key, CancellationToken cancellationToken)
        where T : class;

    /// <summary>Stores an answer; does not wait for a store outside of the process.</summary>
    /// <param name="key">Identifies the answer, by value.</param>
    /// <param name="changes">The <see cref="FoundAnswer{T}.Changes"/> before the answer was read.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="bytes">The estimated memory of the answer.</param>
    void Set<T>(object key, long changes, T answer, long bytes)
        where T : class;

    /// <summary>Returns when later calls of this process find no answer that was read before.</summary>
    ValueTask InvalidateAsync();
}

/// <summary>What a store has for a key.</summary>
/// <param name="Changes">A number that each invalidation increases.</param>
/// <param name="Answer">Null without a fresh answer.</param>
internal readonly record struct FoundAnswer<T>(long Changes, T? Answer)
    where T : class;
