using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>
/// Keeps what was read from the database, so that it is not read again: the cache inside the service that the gateway's is
/// compared with. Each answer is read once however many ask for it at the same time.
/// </summary>
internal sealed class AnswerCache(IOptions<AnswerCacheOptions> options, TimeProvider time) : IDisposable
{
    private readonly MemoryCache _kept = new(new MemoryCacheOptions { SizeLimit = options.Value.MostAnswers });
    private readonly ConcurrentDictionary<Question, Lazy<Task<object>>> _running = new();
    private long _changes;

    /// <param name="asked">What tells one answer from another, by value.</param>
    /// <param name="read">Reads it from the database. Not cancelled by a client that leaves: others may wait for it.</param>
    public async Task<T> GetAsync<T>(
        object asked, Func<CancellationToken, Task<T>> read, CancellationToken cancellationToken)
        where T : class
    {
        if (!options.Value.IsOn)
        {
            return await read(cancellationToken);
        }

        var question = new Question(asked, Volatile.Read(ref _changes));
        if (_kept.TryGetValue(question, out Kept? kept) && time.GetTimestamp() < kept!.Until)
        {
            return (T)kept.Answer;
        }

        var reading = _running.GetOrAdd(
            question, _ => new Lazy<Task<object>>(() => Task.Run(() => ReadAsync(question, read), CancellationToken.None)));
        return (T)await reading.Value.WaitAsync(cancellationToken);
    }

    /// <summary>What was read, or is being read, is not asked for again, and makes room in time.</summary>
    public void Invalidate() => Interlocked.Increment(ref _changes);

    public void Dispose() => _kept.Dispose();

    private async Task<object> ReadAsync<T>(Question question, Func<CancellationToken, Task<T>> read)
        where T : class
    {
        try
        {
            var answer = await read(CancellationToken.None);
            var until = time.GetTimestamp() + (long)(options.Value.TimeToLive.TotalSeconds * time.TimestampFrequency);
            _kept.Set(question, new Kept(answer, until), new MemoryCacheEntryOptions { Size = 1 });
            return answer;
        }
        finally
        {
            _running.TryRemove(question, out _);
        }
    }

    /// <param name="Changes">So many there had been when it was asked.</param>
    private sealed record Question(object Asked, long Changes);

    private sealed record Kept(object Answer, long Until);
}
