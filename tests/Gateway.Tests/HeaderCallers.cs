using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace DroneDelivery.Gateway.Tests;

/// <summary>Sets the caller of each request that names one in the header <see cref="Header"/>.</summary>
internal sealed class HeaderCallers(Func<string, Caller> create) : IStartupFilter
{
    public const string Header = "X-Test-Key";

    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use((context, following) =>
        {
            if (context.Request.Headers[Header] is [{ } name])
            {
                context.Features.Set(create(name));
            }

            return following(context);
        });
        next(app);
    };
}
