using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.Configuration;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Hands every request below /api/deliveries, /api/packages and /api/drones to the service that owns it.</summary>
internal static class PassThroughExtensions
{
    public static WebApplicationBuilder AddPassThrough(this WebApplicationBuilder builder)
    {
        builder.Services.AddReverseProxy();
        builder.Services.AddSingleton<IProxyConfigProvider>(services =>
            PassThroughRoutes.For(services.GetRequiredService<IOptions<BackendOptions>>().Value));
        return builder;
    }

    public static void MapPassThrough(this IEndpointRouteBuilder routes) =>
        routes.MapReverseProxy(proxy => proxy.UseMiddleware<PassThroughFailures>().UseMiddleware<PassThroughOutcomes>())
            .ConfigureEndpoints((endpoint, route) => endpoint.NeedsBackends(RequestPriority.Low, route.ClusterId!));
}
