using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Completes a refresh: stores its response if the response may be stored, and creates the result for the waiting requests.</summary>
internal sealed class RefreshRecorder(CacheStore store, CacheTags tags, IOptions<CacheOptions> options, TimeProvider time)
{
    /// <summary>What another refresh has kept already; null where there is still something to ask for.</summary>
    public CachedAnswer? FindFresh(CacheRefresh refresh) =>
        store.Find(refresh.Key) is { Answer: { } answer } entry
        && time.GetTimestamp() < entry.FreshUntil && tags.AreUnchanged(refresh.Policy.Tags, entry.AskedAt)
            ? answer
            : null;

    public RefreshResult Complete(CacheRefresh refresh, RefreshRequest request)
    {
        if (request.HasNoRoom)
        {
            return KeepNothing(refresh);
        }

        if (request.HasTimedOut || request.WasBroken)
        {
            var failure = request.HasTimedOut
                ? RefreshFailures.TimedOut(request.Context, options.Value)
                : RefreshFailures.BrokenOff(request.Context);
            return new RefreshResult(Answer: null, failure);
        }

        var headers = request.Context.Response.Headers;
        if (!AnswerRules.IsShareable(headers))
        {
            return KeepNothing(refresh);
        }

        var answer = request.TakeAnswer();
        Keep(refresh, answer, AnswerRules.TimeToLive(headers, refresh.Policy));
        return new RefreshResult(answer);
    }

    /// <summary>After a failure: the old answer, where there is one, is given for a while without asking again.</summary>
    public void ServeStale(CacheRefresh refresh) => store.Find(refresh.Key)?.ServeStaleUntil(InFuture(CacheEntry.StaleAfterFailure));

    private void Keep(CacheRefresh refresh, CachedAnswer answer, TimeSpan timeToLive)
    {
        // What was asked for before a change is neither kept nor does it take the place of what was asked for after it.
        if (AnswerRules.IsFailure(answer.Status) || !tags.AreUnchanged(refresh.Policy.Tags, refresh.AskedAt))
        {
            return;
        }

        if (answer.Status != StatusCodes.Status200OK || timeToLive <= TimeSpan.Zero)
        {
            store.Remove(refresh.Key);
            return;
        }

        var entry = EntryOf(refresh, answer, timeToLive);
        if (entry.Bytes <= options.Value.LargestEntryBytes)
        {
            store.Set(entry);
        }
        else
        {
            KeepNothing(refresh);
        }
    }

    private CacheEntry EntryOf(CacheRefresh refresh, CachedAnswer answer, TimeSpan timeToLive) => new()
    {
        Key = refresh.Key,
        Answer = answer,
        AskedAt = refresh.AskedAt,
        MadeAt = time.GetTimestamp(),
        FreshUntil = InFuture(timeToLive),
        ServedStaleUntil = InFuture(timeToLive + refresh.Policy.Times.StaleWhileRevalidate),
        KeptUntil = InFuture(timeToLive + refresh.Policy.Times.StaleIfError),
    };

    // Otherwise those who come next would wait, one after another, for an answer that none of them gets.
    private RefreshResult KeepNothing(CacheRefresh refresh)
    {
        store.Set(new CacheEntry
        {
            Key = refresh.Key,
            Answer = null,
            AskedAt = refresh.AskedAt,
            MadeAt = time.GetTimestamp(),
            FreshUntil = InFuture(CacheEntry.NotStoredTime),
        });
        return RefreshResult.NotForAll;
    }

    private long InFuture(TimeSpan span) => time.GetTimestamp() + time.TimestampsIn(span);
}
