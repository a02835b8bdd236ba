using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The fills on their way: one for each key, however many wait for it.</summary>
internal sealed class CacheFills(
    CacheStore store,
    CacheTags tags,
    FillKeeper keeper,
    IOptions<CacheOptions> options,
    IServiceScopeFactory scopes,
    TimeProvider time)
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

            var fill = new Fill(key, policy, tags.Changes);
            if (running is null ? _running.TryAdd(key, fill) : _running.TryUpdate(key, fill, running))
            {
                Start(fill, context, next);
                return fill.Result;
            }
        }
    }

    private void Start(Fill fill, HttpContext context, RequestDelegate next)
    {
        // Between a look at the store and a look at the fills, another one may have ended: it kept its answer before it left.
        if (keeper.FindFresh(fill) is { } answer)
        {
            Finish(fill, new FillResult(answer));
            return;
        }

        // Made here, since the client's context may be gone when the fill goes on.
        var request = new FillRequest(context, store, options.Value, time);
        _ = Task.Run(() => RunAsync(fill, request, next), CancellationToken.None);
    }

    private async Task RunAsync(Fill fill, FillRequest request, RequestDelegate next)
    {
        FillResult result;
        try
        {
            await using (request)
            await using (var scope = scopes.CreateAsyncScope())
            {
                request.Context.RequestServices = scope.ServiceProvider;
                await next(request.Context);
                result = keeper.Judge(fill, request);
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
            keeper.Spare(fill);
        }

        Finish(fill, result);
    }

    private void Finish(Fill fill, FillResult result)
    {
        _running.TryRemove(new KeyValuePair<string, Fill>(fill.Key, fill));
        fill.Finish(result);
    }
}
