using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The refreshes on their way: one for each key, however many wait for it.</summary>
internal sealed class CacheRefreshes(
    CacheStore store,
    CacheTags tags,
    RefreshRecorder recorder,
    IOptions<CacheOptions> options,
    IServiceScopeFactory scopes,
    TimeProvider time)
{
    private readonly ConcurrentDictionary<string, CacheRefresh> _running = new(StringComparer.Ordinal);

    /// <summary>Waits for an answer, and asks for it unless somebody else does. Cancellation ends the wait only.</summary>
    public Task<RefreshResult> GetAsync(
        string key, HttpContext context, CachePolicy policy, RequestDelegate next, CancellationToken cancellationToken) =>
        JoinOrStart(key, context, policy, next).WaitAsync(cancellationToken);

    /// <summary>Asks for a newer answer, unless somebody else does.</summary>
    public void Refresh(string key, HttpContext context, CachePolicy policy, RequestDelegate next) =>
        _ = JoinOrStart(key, context, policy, next);

    /// <summary>Ends when those have that run at this moment.</summary>
    public Task WhenAllEndedAsync() => Task.WhenAll(_running.Values.Select(refresh => refresh.Result));

    private Task<RefreshResult> JoinOrStart(string key, HttpContext context, CachePolicy policy, RequestDelegate next)
    {
        while (true)
        {
            _running.TryGetValue(key, out var running);
            // What was asked for before a change is not what is asked for after it.
            if (running is not null && tags.AreUnchanged(policy.Tags, running.AskedAt))
            {
                return running.Result;
            }

            var refresh = new CacheRefresh(key, policy, tags.Changes);
            if (running is null ? _running.TryAdd(key, refresh) : _running.TryUpdate(key, refresh, running))
            {
                Start(refresh, context, next);
                return refresh.Result;
            }
        }
    }

    private void Start(CacheRefresh refresh, HttpContext context, RequestDelegate next)
    {
        // Between a look at the store and a look at the refreshes, another one may have ended: it kept its answer before it left.
        if (recorder.FindFresh(refresh) is { } answer)
        {
            Finish(refresh, new RefreshResult(answer));
            return;
        }

        // Made here, since the client's context may be gone when the refresh goes on.
        var request = new RefreshRequest(context, store, options.Value, time);
        _ = Task.Run(() => RunAsync(refresh, request, next), CancellationToken.None);
    }

    private async Task RunAsync(CacheRefresh refresh, RefreshRequest request, RequestDelegate next)
    {
        RefreshResult result;
        try
        {
            await using (request)
            await using (var scope = scopes.CreateAsyncScope())
            {
                request.Context.RequestServices = scope.ServiceProvider;
                await next(request.Context);
                result = recorder.Complete(refresh, request);
            }
        }
        // Whatever it is, those who wait have to hear of it; each throws it for himself.
        catch (Exception exception)
        {
            var error = request.HasTimedOut ? RefreshFailures.TimedOut(request.Context, options.Value) : exception;
            result = new RefreshResult(Answer: null, error);
        }

        if (result.IsFailure)
        {
            recorder.ServeStale(refresh);
        }

        Finish(refresh, result);
    }

    private void Finish(CacheRefresh refresh, RefreshResult result)
    {
        _running.TryRemove(new KeyValuePair<string, CacheRefresh>(refresh.Key, refresh));
        refresh.Finish(result);
    }
}
