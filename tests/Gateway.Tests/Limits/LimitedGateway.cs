using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

/// <summary>A gateway that keeps limits; who calls stands in a header of the test.</summary>
internal static class LimitedGateway
{
    private const string KeyHeader = "X-Test-Key";

    /// <summary>Every request that names a key is of this plan.</summary>
    public static async Task<TestGateway> StartAsync(Plan plan)
    {
        var gateway = (await TestGateway.StartAsync()).With("Limits:Mode", "local").WithServices(services =>
            services.AddSingleton<IStartupFilter>(new Callers(plan)));
        gateway.Package.Answer("/packages", 200, "[]");
        return gateway;
    }

    public static Task<HttpResponseMessage> GetAsync(this TestGateway gateway, string address, string key)
    {
        var client = gateway.CreateClient();
        client.DefaultRequestHeaders.Add(KeyHeader, key);
        return client.GetAsync(address, TestContext.Current.CancellationToken);
    }

    private sealed class Callers(Plan plan) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, inner) =>
            {
                if (context.Request.Headers[KeyHeader].ToString() is { Length: > 0 } key)
                {
                    context.Features.Set(new Caller(key, key, plan));
                }

                return inner(context);
            });
            next(app);
        };
    }
}
