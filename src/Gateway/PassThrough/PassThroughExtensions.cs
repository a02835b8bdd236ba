using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Shedding;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Health;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Hands every request below /api/deliveries, /api/packages and /api/drones to the service that owns it.</summary>
internal static class PassThroughExtensions
{
    public static WebApplicationBuilder AddPassThrough(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddReverseProxy();
        // Comes with the proxy. With it every request would pass a middleware that has nothing to decide: keys say who may what.
        services.RemoveAll<IAuthorizationHandlerProvider>().RemoveAll<IAuthorizationService>().RemoveAll<IPolicyEvaluator>();
        services.AddSingleton<DestinationAttempts>();
        services.AddSingleton<PassThroughForwarder>();
        services.AddSingleton<PassThroughTransformer>();
        services.AddSingleton<ReachabilityPolicy>();
        services.AddSingleton<IPassiveHealthCheckPolicy>(provider => provider.GetRequiredService<ReachabilityPolicy>());
        services.AddSingleton<IProxyConfigProvider>(provider =>
            PassThroughRoutes.For(provider.GetRequiredService<IOptions<BackendOptions>>().Value));
        return builder;
    }

    public static void MapPassThrough(this IEndpointRouteBuilder routes)
    {
        var policies = routes.ServiceProvider.GetRequiredService<CachePolicies>();
        var forwarder = routes.ServiceProvider.GetRequiredService<PassThroughForwarder>();
        routes.MapReverseProxy(proxy => proxy.Run(forwarder.ForwardAsync))
            .ConfigureEndpoints((endpoint, route) => Describe(endpoint, route.ClusterId!, policies.Find(route.RouteId)));
    }

    private static void Describe(IEndpointConventionBuilder endpoint, string backend, CachePolicy? cache) => endpoint
        .RequireScope(ReadScopeOf(backend), backend == BackendNames.Delivery ? KeyScopes.DeliveriesWrite : KeyScopes.None)
        .RequireBackends(RequestPriority.Low, backend)
        .CachedBy(cache)
        .Invalidates(CachePolicies.InvalidationOf(backend))
        .WithMetadata(new SkipStatusCodePagesAttribute());

    private static KeyScopes ReadScopeOf(string backend) => backend switch
    {
        BackendNames.Delivery => KeyScopes.DeliveriesRead,
        BackendNames.Package => KeyScopes.PackagesRead,
        BackendNames.DroneScheduler => KeyScopes.DronesRead,
        _ => KeyScopes.None,
    };
}
