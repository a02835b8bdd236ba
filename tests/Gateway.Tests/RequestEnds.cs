using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace DroneDelivery.Gateway.Tests;

/// <summary>Tells when the server has ended a request, which in memory is after its client has the answer.</summary>
internal sealed class RequestEnds : IStartupFilter
{
    private readonly SemaphoreSlim _ended = new(0);

    public Task NextAsync() => _ended.WaitAsync(TestContext.Current.CancellationToken);

    // Asked for first, so that it is told last.
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use((context, following) =>
        {
            context.Response.OnCompleted(() =>
            {
                _ended.Release();
                return Task.CompletedTask;
            });
            return following(context);
        });
        next(app);
    };
}
