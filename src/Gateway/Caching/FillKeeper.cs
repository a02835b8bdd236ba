using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Says what came of a fill, and keeps what may be kept of it.</summary>
internal sealed class FillKeeper(CacheStore store, CacheTags tags, IOptions<CacheOptions> options, TimeProvider time)
{
    /// <summary>What another fill has kept already; null where there is still something to ask for.</summary>
    public CachedAnswer? FindFresh(Fill fill) =>
        store.Find(fill.Key) is { Answer: { } answer } entry
        && time.GetTimestamp() < entry.FreshUntil && tags.AreUnchanged(fill.Policy.Tags, entry.AskedAt)
            ? answer
            : null;

    public FillResult Judge(Fill fill, FillRequest request)
    {
        if (request.HasNoRoom)
        {
            return KeepNothing(fill);
        }

        if (request.HasTimedOut || request.WasBroken)
        {
            var failure = request.HasTimedOut
                ? FillFailures.TimedOut(request.Context, options.Value)
                : FillFailures.BrokenOff(request.Context);
            return new FillResult(Answer: null, failure);
        }

        var headers = request.Context.Response.Headers;
        if (!AnswerRules.IsShareable(headers))
        {
            return KeepNothing(fill);
        }

        var answer = request.TakeAnswer();
        Keep(fill, answer, AnswerRules.TimeToLive(headers, fill.Policy));
        return new FillResult(answer);
    }

    /// <summary>After a failure: the old answer, where there is one, is given for a while without asking again.</summary>
    public void Spare(Fill fill) => store.Find(fill.Key)?.ServeStaleUntil(InFuture(CacheEntry.SparedTime));

    private void Keep(Fill fill, CachedAnswer answer, TimeSpan timeToLive)
    {
        // What was asked for before a change is neither kept nor does it take the place of what was asked for after it.
        if (AnswerRules.IsFailure(answer.Status) || !tags.AreUnchanged(fill.Policy.Tags, fill.AskedAt))
        {
            return;
        }

        if (answer.Status != StatusCodes.Status200OK || timeToLive <= TimeSpan.Zero)
        {
            store.Remove(fill.Key);
            return;
        }

        var entry = EntryOf(fill, answer, timeToLive);
        if (entry.Bytes <= options.Value.LargestEntryBytes)
        {
            store.Set(entry);
        }
        else
        {
            KeepNothing(fill);
        }
    }

    private CacheEntry EntryOf(Fill fill, CachedAnswer answer, TimeSpan timeToLive) => new()
    {
        Key = fill.Key,
        Answer = answer,
        AskedAt = fill.AskedAt,
        MadeAt = time.GetTimestamp(),
        FreshUntil = InFuture(timeToLive),
        ServedStaleUntil = InFuture(timeToLive + fill.Policy.Times.StaleWhileRevalidate),
        KeptUntil = InFuture(timeToLive + fill.Policy.Times.StaleIfError),
    };

    // Otherwise those who come next would wait, one after another, for an answer that none of them gets.
    private FillResult KeepNothing(Fill fill)
    {
        store.Set(new CacheEntry
        {
            Key = fill.Key,
            Answer = null,
            AskedAt = fill.AskedAt,
            MadeAt = time.GetTimestamp(),
            FreshUntil = InFuture(CacheEntry.UnkeptTime),
        });
        return FillResult.NotForAll;
    }

    private long InFuture(TimeSpan span) => time.GetTimestamp() + time.TimestampsIn(span);
}
