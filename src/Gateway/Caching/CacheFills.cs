using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The fills on their way: one for each key, however many wait for it.</summary>
internal sealed class CacheFills(
    CacheStore store, CacheTags tags, IOptions<CacheOptions> options, IServiceScopeFactory scopes, TimeProvider time)
{
    private readonly ConcurrentDictionary<string, Fill> _running = new(StringComparer.Ordinal);

    /// <summary>Waits for an answer, and asks for it unless somebody else does. Cancellation ends the wait only.</summary>
    public Task<FillResult> GetAsync(
        string key, HttpContext context, CachePolicy policy, RequestDelegate next, CancellationToken cancellationToken) =>
        JoinOrStart(key, context, policy, next).WaitAsync(cancellationToken);

    /// <summary>Asks for a newer answer, unless somebody else does.</summary>
    public void Refresh(string key, HttpContext context, CachePolicy policy, RequestDelegate next) =>
        _ = JoinOrStart(key, context, policy, next);

    /// <summary>Ends when those have that run at this moment.</summary>
    public Task WhenAllEndedAsync() => Task.WhenAll(_running.Values.Select(fill => fill.Result));

    private Task<FillResult> JoinOrStart(string key, HttpContext context, CachePolicy policy, RequestDelegate next)
    {
        while (true)
        {
            _running.TryGetValue(key, out var running);
            // What was asked for before a change is not what is asked for after it.
            if (running is not null && tags.AreUnchanged(policy.Tags, running.AskedAt))
            {
                return running.Result;
            }

            var fill = new Fill(tags.Changes);
            if (running is null ? _running.TryAdd(key, fill) : _running.TryUpdate(key, fill, running))
            {
                return Start(fill, key, context, policy, next);
            }
        }
    }

    private Task<FillResult> Start(Fill fill, string key, HttpContext context, CachePolicy policy, RequestDelegate next)
    {
        // Between a look at the store and a look at the fills, another one may have ended: it kept its answer before it left.
        if (store.Find(key) is { Answer: { } answer } entry
            && time.GetTimestamp() < entry.FreshUntil && tags.AreUnchanged(policy.Tags, entry.AskedAt))
        {
            Finish(fill, key, new FillResult(answer));
            return fill.Result;
        }

        // Made here, since the client's context may be gone when the fill goes on.
        var request = new FillRequest(context, options.Value, time);
        _ = Task.Run(() => RunAsync(fill, key, request, policy, next), CancellationToken.None);
        return fill.Result;
    }

    private async Task RunAsync(Fill fill, string key, FillRequest request, CachePolicy policy, RequestDelegate next)
    {
        FillResult result;
        try
        {
            using (request)
            await using (var scope = scopes.CreateAsyncScope())
            {
                request.Context.RequestServices = scope.ServiceProvider;
                await next(request.Context);
                result = Judge(fill, key, request, policy);
            }
        }
        // Whatever it is, those who wait have to hear of it; each throws it for himself.
        catch (Exception exception)
        {
            var error = request.HasTimedOut ? FillFailures.TimedOut(request.Context, options.Value) : exception;
            result = new FillResult(Answer: null, error);
        }

        if (result.IsFailure)
        {
            Spare(key);
        }

        Finish(fill, key, result);
    }

    private FillResult Judge(Fill fill, string key, FillRequest request, CachePolicy policy)
    {
        if (request.IsTooLarge)
        {
            return KeepNothing(fill, key);
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
            return KeepNothing(fill, key);
        }

        var answer = request.ToAnswer();
        Keep(fill, key, answer, policy, AnswerRules.TimeToLive(headers, policy));
        return new FillResult(answer);
    }

    private void Keep(Fill fill, string key, CachedAnswer answer, CachePolicy policy, TimeSpan timeToLive)
    {
        // What was asked for before a change is neither kept nor does it take the place of what was asked for after it.
        if (AnswerRules.IsFailure(answer.Status) || !tags.AreUnchanged(policy.Tags, fill.AskedAt))
        {
            return;
        }

        if (answer.Status != StatusCodes.Status200OK || timeToLive <= TimeSpan.Zero)
        {
            store.Remove(key);
            return;
        }

        var now = time.GetTimestamp();
        var freshUntil = now + InTicks(timeToLive);
        var entry = new CacheEntry
        {
            Key = key,
            Answer = answer,
            AskedAt = fill.AskedAt,
            MadeAt = now,
            FreshUntil = freshUntil,
            ServedStaleUntil = freshUntil + InTicks(policy.Times.StaleWhileRevalidate),
            KeptUntil = freshUntil + InTicks(policy.Times.StaleIfError),
        };
        if (entry.Bytes <= options.Value.LargestEntryBytes)
        {
            store.Set(entry);
        }
        else
        {
            KeepNothing(fill, key);
        }
    }

    // Otherwise those who come next would wait, one after another, for an answer that none of them gets.
    private FillResult KeepNothing(Fill fill, string key)
    {
        var now = time.GetTimestamp();
        store.Set(new CacheEntry
        {
            Key = key,
            Answer = null,
            AskedAt = fill.AskedAt,
            MadeAt = now,
            FreshUntil = now + InTicks(CacheEntry.UnkeptTime),
        });
        return FillResult.NotForAll;
    }

    private void Spare(string key) => store.Find(key)?.ServeStaleUntil(time.GetTimestamp() + InTicks(CacheEntry.SparedTime));

    private void Finish(Fill fill, string key, FillResult result)
    {
        _running.TryRemove(new KeyValuePair<string, Fill>(key, fill));
        fill.Finish(result);
    }

    private long InTicks(TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);

    private sealed class Fill(long askedAt)
    {
        private readonly TaskCompletionSource<FillResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);

        /// <summary><see cref="CacheTags.Changes"/> when it began.</summary>
        public long AskedAt => askedAt;

        public Task<FillResult> Result => _result.Task;

        public void Finish(FillResult result) => _result.SetResult(result);
    }
}
