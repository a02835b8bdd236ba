using System.Runtime.ExceptionServices;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Serves GET requests to endpoints with a <see cref="CachePolicy"/> from memory, or else from the folder. Concurrent requests
/// with the same key share one read of a file, and one request to the backend.
/// </summary>
/// <param name="exchange">Null if changes are not announced to other gateways.</param>
/// <param name="folder">Null if responses are in memory only.</param>
internal sealed class CacheMiddleware(
    RequestDelegate next,
    CacheStore store,
    CacheTags tags,
    CacheRefreshes refreshes,
    CacheMeter meter,
    TimeProvider time,
    TagExchange? exchange = null,
    CacheFolder? folder = null)
{
    private static readonly StringValues Hit = "HIT";
    private static readonly StringValues Miss = "MISS";
    private static readonly StringValues Stale = "STALE";
    private static readonly TimeSpan BetweenRefreshes = TimeSpan.FromSeconds(1);

    private readonly long _betweenRefreshes = time.TimestampsIn(BetweenRefreshes);

    public Task InvokeAsync(HttpContext context)
    {
        var metadata = context.GetEndpoint()?.Metadata;
        var method = context.Request.Method;
        if (HttpMethods.IsGet(method))
        {
            return metadata?.GetMetadata<CachePolicy>() is { } policy ? Answer(context, policy) : next(context);
        }

        if (metadata?.GetMetadata<CacheInvalidation>() is { } invalidation && !HttpMethods.IsOptions(method))
        {
            InvalidateOnSuccess(context, invalidation);
        }

        return next(context);
    }

    private Task Answer(HttpContext context, CachePolicy policy)
    {
        Span<char> buffer = stackalloc char[CacheKeyWriter.MaxLength];
        var length = HasCredentials(context.Request) ? 0 : CacheKeyWriter.Write(context, policy, buffer);
        if (length == 0)
        {
            return Pass(context);
        }

        ReadOnlySpan<char> key = buffer[..length];
        var entry = store.Find(key);
        return entry is null && folder?.Contains(key) == true
            ? AnswerFromFolderAsync(context, policy, key.ToString())
            : Answer(context, policy, key, entry);
    }

    private async Task AnswerFromFolderAsync(HttpContext context, CachePolicy policy, string key)
    {
        var entry = await folder!.ReadAsync(key);
        await Answer(context, policy, key, entry);
    }

    private Task Answer(HttpContext context, CachePolicy policy, ReadOnlySpan<char> key, CacheEntry? entry)
    {
        var now = time.GetTimestamp();
        if (entry is null || !tags.AreUnchanged(policy.Tags, entry.AskedAt))
        {
            return FetchAsync(context, policy, key.ToString(), old: null);
        }

        if (now < entry.FreshUntil)
        {
            if (entry.Answer is null)
            {
                return Pass(context);
            }

            meter.Count("hit");
            return entry.Answer.SendAsync(context, Hit, time.GetElapsedTime(entry.MadeAt, now));
        }

        if (entry.Answer is null || now >= entry.ServedStaleUntil)
        {
            return FetchAsync(context, policy, key.ToString(), now < entry.KeptUntil ? entry : null);
        }

        if (entry.TryTakeRefresh(now, now + _betweenRefreshes))
        {
            refreshes.Refresh(entry.Key, context, policy, next);
        }

        return SendStaleAsync(context, entry);
    }

    private async Task FetchAsync(HttpContext context, CachePolicy policy, string key, CacheEntry? old)
    {
        var result = await refreshes.GetAsync(key, context, policy, next, context.RequestAborted);
        if (result.IsFailure && old is not null)
        {
            await SendStaleAsync(context, old);
        }
        else if (result.Answer is { } answer)
        {
            meter.Count("miss");
            await answer.SendAsync(context, Miss, age: null);
        }
        else if (result.Error is { } error)
        {
            meter.Count("miss");
            ExceptionDispatchInfo.Throw(error);
        }
        else
        {
            await Pass(context);
        }
    }

    private Task SendStaleAsync(HttpContext context, CacheEntry entry)
    {
        meter.Count("stale");
        return entry.Answer!.SendAsync(context, Stale, time.GetElapsedTime(entry.MadeAt));
    }

    private Task Pass(HttpContext context)
    {
        meter.Count("passed");
        return next(context);
    }

    // Runs before the response is sent, so that a client that has received it reads its own write, also after a restart.
    private void InvalidateOnSuccess(HttpContext context, CacheInvalidation invalidation) => context.Response.OnStarting(() =>
    {
        if (context.Response.StatusCode is >= StatusCodes.Status200OK and < StatusCodes.Status300MultipleChoices)
        {
            tags.Invalidate(invalidation.Tags);
            exchange?.Announce(invalidation.Tags);
            return folder?.SaveAsync() ?? Task.CompletedTask;
        }

        return Task.CompletedTask;
    });

    // A response to such a request may be specific to one user, and no policy states that it is not (RFC 9111, section 3.5).
    private static bool HasCredentials(HttpRequest request) =>
        request.Headers.Authorization.Count > 0 || request.Headers.Cookie.Count > 0;
}
