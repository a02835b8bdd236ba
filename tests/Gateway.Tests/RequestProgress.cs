using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace DroneDelivery.Gateway.Tests;

/// <summary>Signals how far the gateway has come with the requests that were sent.</summary>
internal sealed class RequestProgress : IStartupFilter
{
    private readonly SemaphoreSlim _begun = new(0);
    private readonly SemaphoreSlim _ended = new(0);

    /// <summary>
    /// So many requests that were sent since the last call have run until they wait for something. The first request of a gateway
    /// waits for the routes.
    /// </summary>
    public Task BegunAsync(int requests = 1) => WaitAsync(_begun, requests);

    /// <summary>The server has ended so many requests, which in memory is after their clients have the response.</summary>
    public Task EndedAsync(int requests = 1) => WaitAsync(_ended, requests);

    // Registered first, so that it is called last.
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use(async (context, following) =>
        {
            context.Response.OnCompleted(() =>
            {
                _ended.Release();
                return Task.CompletedTask;
            });
            var rest = following(context);
            _begun.Release();
            await rest;
        });
        next(app);
    };

    private static async Task WaitAsync(SemaphoreSlim signal, int count)
    {
        for (var i = 0; i < count; i++)
        {
            await signal.WaitAsync(TestContext.Current.CancellationToken);
        }
    }
}
