using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Shedding;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.LoadBalancing;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Hands every request below /api/deliveries, /api/packages and /api/drones to the service that owns it.</summary>
internal static class PassThroughExtensions
{
    public static WebApplicationBuilder AddPassThrough(this WebApplicationBuilder builder)
    {
        builder.Services.AddReverseProxy().AddTransforms(PassThroughTransforms.AddTo);
        builder.Services.AddSingleton<ILoadBalancingPolicy, LeastBusyPolicy>();
        builder.Services.AddSingleton<IPassiveHealthCheckPolicy, ReachabilityPolicy>();
        builder.Services.AddSingleton<IProxyConfigProvider>(services =>
            PassThroughRoutes.For(services.GetRequiredService<IOptions<BackendOptions>>().Value));
        return builder;
    }

    public static void MapPassThrough(this IEndpointRouteBuilder routes)
    {
        var policies = routes.ServiceProvider.GetRequiredService<CachePolicies>();
        routes.MapReverseProxy(UsePipeline)
            .ConfigureEndpoints((endpoint, route) => Describe(endpoint, route.ClusterId!, policies.Find(route.RouteId)));
    }

    // From the outside in: what is told of a request, its attempts, and the address of each.
    private static void UsePipeline(IReverseProxyApplicationBuilder proxy)
    {
        proxy.UseMiddleware<PassThroughFailures>();
        proxy.UseMiddleware<PassThroughOutcomes>();
        proxy.UseMiddleware<PassThroughRetries>();
        proxy.UseLoadBalancing();
        proxy.UsePassiveHealthChecks();
    }

    private static void Describe(IEndpointConventionBuilder endpoint, string backend, CachePolicy? cache) => endpoint
        .NeedsScope(ReadScopeOf(backend), backend == BackendNames.Delivery ? KeyScopes.DeliveriesWrite : KeyScopes.None)
        .NeedsBackends(RequestPriority.Low, backend)
        .CachedBy(cache)
        .Invalidates(CachePolicies.InvalidationOf(backend));

    private static KeyScopes ReadScopeOf(string backend) => backend switch
    {
        BackendNames.Delivery => KeyScopes.DeliveriesRead,
        BackendNames.Package => KeyScopes.PackagesRead,
        BackendNames.DroneScheduler => KeyScopes.DronesRead,
        _ => KeyScopes.None,
    };
}
