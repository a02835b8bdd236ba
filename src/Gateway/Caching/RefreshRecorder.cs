using System.Globalization;
using DroneDelivery.Gateway.Backends;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Completes a refresh: stores its response if the response may be stored, and creates the result for the waiting requests.
/// </summary>
/// <param name="folder">Null if responses are in memory only.</param>
internal sealed class RefreshRecorder(
    CacheStore store, CacheTags tags, IOptions<CacheOptions> options, TimeProvider time, CacheFolder? folder = null)
{
    private static readonly CacheTimes NeverStale = new();

    /// <summary>Returns the fresh response that another refresh has stored; null if there is none.</summary>
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
            return new RefreshResult(Answer: null, FailureOf(request));
        }

        var headers = request.Context.Response.Headers;
        if (!AnswerRules.IsShareable(headers))
        {
            return AnswerRules.IsFailure(request.Context.Response.StatusCode) ? KeepStale(refresh) : KeepNothing(refresh);
        }

        var answer = request.TakeAnswer();
        Keep(refresh, answer, AnswerRules.TimeToLive(answer.Status, headers, refresh.Policy.Times));
        return new RefreshResult(answer);
    }

    /// <summary>
    /// After a failure, serves the stored response, if there is one, for <see cref="CacheEntry.StaleAfterFailure"/> without
    /// waiting for the backend.
    /// </summary>
    public void ServeStale(CacheRefresh refresh) =>
        store.Find(refresh.Key)?.ServeStaleUntil(InFuture(CacheEntry.StaleAfterFailure));

    /// <summary>The error of a refresh without a response, if neither the endpoint nor the proxy reported one.</summary>
    public BackendException FailureOf(RefreshRequest request)
    {
        var required = request.Context.GetEndpoint()?.Metadata.GetMetadata<RequiredBackends>();
        var backend = required?.Backends.FirstOrDefault() ?? "gateway";
        return new(request.HasTimedOut
            ? BackendFailure.TimedOut(backend, string.Create(
                CultureInfo.InvariantCulture, $"did not answer within {options.Value.RefreshTimeout.TotalSeconds:0.###} s"))
            : BackendFailure.Unreadable(backend, "broke off"));
    }

    private void Keep(CacheRefresh refresh, CachedAnswer answer, TimeSpan timeToLive)
    {
        // A failure is not stored. A response that was requested before a tag changed is not stored either: it could replace
        // one that was requested after the change.
        if (AnswerRules.IsFailure(answer.Status) || !tags.AreUnchanged(refresh.Policy.Tags, refresh.AskedAt))
        {
            return;
        }

        if (timeToLive <= TimeSpan.Zero)
        {
            store.Remove(refresh.Key);
            folder?.Remove(refresh.Key);
            return;
        }

        var entry = EntryOf(refresh, answer, timeToLive);
        if (entry.Bytes <= options.Value.MaxEntryBytes)
        {
            store.Set(entry);
            folder?.Write(entry);
        }
        else
        {
            KeepNothing(refresh);
        }
    }

    private CacheEntry EntryOf(CacheRefresh refresh, CachedAnswer answer, TimeSpan timeToLive)
    {
        // A stale 404 could hide data that was created since without a request to this gateway.
        var times = answer.Status == StatusCodes.Status404NotFound ? NeverStale : refresh.Policy.Times;
        return new()
        {
            Key = refresh.Key,
            Answer = answer,
            AskedAt = refresh.AskedAt,
            MadeAt = time.GetTimestamp(),
            FreshUntil = InFuture(timeToLive),
            ServedStaleUntil = InFuture(timeToLive + times.StaleWhileRevalidate),
            KeptUntil = InFuture(timeToLive + times.StaleIfError),
        };
    }

    // The exception handler of a service adds no-store to each of its failures. A stored response that may still be served stays.
    private RefreshResult KeepStale(CacheRefresh refresh)
    {
        var isKept = store.Find(refresh.Key) is { Answer: not null } entry
            && time.GetTimestamp() < Math.Max(entry.KeptUntil, entry.ServedStaleUntil)
            && tags.AreUnchanged(refresh.Policy.Tags, entry.AskedAt);
        if (!isKept)
        {
            KeepNothing(refresh);
        }

        return RefreshResult.FailureNotForAll;
    }

    // Without this entry, later requests would wait, one after another, for a response that they cannot share. Without coalescing
    // another refresh may have stored a response, which stays.
    private RefreshResult KeepNothing(CacheRefresh refresh)
    {
        if (FindFresh(refresh) is null)
        {
            store.Set(new CacheEntry
            {
                Key = refresh.Key,
                Answer = null,
                AskedAt = refresh.AskedAt,
                MadeAt = time.GetTimestamp(),
                FreshUntil = InFuture(CacheEntry.NotStoredTime),
            });
            folder?.Remove(refresh.Key);
        }

        return RefreshResult.NotForAll;
    }

    private long InFuture(TimeSpan span) => time.GetTimestamp() + time.TimestampsIn(span);
}
