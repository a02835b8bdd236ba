using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The refreshes in progress. All requests with the same key share one refresh, unless a tag changed after the refresh started.
/// Without <see cref="CacheOptions.Coalescing"/> each request has a refresh of its own.
/// </summary>
internal sealed class CacheRefreshes(
    CacheStore store,
    CacheTags tags,
    RefreshRecorder recorder,
    CacheMeter meter,
    IOptions<CacheOptions> options,
    IServiceScopeFactory scopes,
    TimeProvider time)
{
    // The refresh that requests with the same key join.
    private readonly ConcurrentDictionary<string, CacheRefresh> _running = new(StringComparer.Ordinal);

    /// <summary>
    /// Waits for the refresh of a key, and starts it if no shared one is running. Cancellation ends the wait, not the refresh.
    /// </summary>
    public Task<RefreshResult> GetAsync(
        string key, HttpContext context, CachePolicy policy, RequestDelegate next, CancellationToken cancellationToken) =>
        JoinOrStart(key, context, policy, next).WaitAsync(cancellationToken);

    /// <summary>Starts a refresh in the background, unless a shared one is running for the key.</summary>
    public void Refresh(string key, HttpContext context, CachePolicy policy, RequestDelegate next) =>
        _ = JoinOrStart(key, context, policy, next);

    private Task<RefreshResult> JoinOrStart(string key, HttpContext context, CachePolicy policy, RequestDelegate next)
    {
        if (!options.Value.Coalesces)
        {
            var own = new CacheRefresh(key, policy, tags.Changes);
            Run(own, context, next);
            return own.Result;
        }

        while (true)
        {
            _running.TryGetValue(key, out var running);
            // A refresh that started before a tag changed may return outdated data, so that it is not shared after the change.
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
        // Another refresh may have ended between the lookup in the store and the lookup in _running. A refresh stores its
        // response before it is removed from _running.
        if (recorder.FindFresh(refresh) is { } answer)
        {
            Finish(refresh, new RefreshResult(answer));
            return;
        }

        Run(refresh, context, next);
    }

    private void Run(CacheRefresh refresh, HttpContext context, RequestDelegate next)
    {
        meter.CountRefresh();
        // Created here, because the client's context may no longer be valid when the refresh runs.
        var request = new RefreshRequest(context, refresh.Policy, store, options.Value, time);
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
        // Catches every exception, because the waiting requests need a result. Each of them rethrows the exception.
        catch (Exception exception)
        {
            result = new RefreshResult(Answer: null, request.HasTimedOut ? recorder.FailureOf(request) : exception);
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
