using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Shedding;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Yarp.ReverseProxy.Configuration;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Forwards every request below <c>/api/deliveries</c>, <c>/api/packages</c> and <c>/api/drones</c> to the service that owns it.
/// </summary>
internal static class PassThroughExtensions
{
    public static WebApplicationBuilder AddPassThrough(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddSingleton<IProxyConfigProvider>(new InMemoryConfigProvider(PassThroughRoutes.All, []));
        // The proxy adds authorization services, which would add a middleware to every request. Requests are authorized by keys.
        services.RemoveAll<IAuthorizationHandlerProvider>().RemoveAll<IAuthorizationService>().RemoveAll<IPolicyEvaluator>();
        services.AddSingleton<IApiDescriptionProvider, PassThroughDescriptions>();
        services.AddSingleton<PassThroughForwarder>();
        services.AddSingleton<PassThroughTransformer>();
        return builder;
    }

    public static void MapPassThrough(this IEndpointRouteBuilder routes)
    {
        var policies = routes.ServiceProvider.GetRequiredService<CachePolicies>();
        var forwarder = routes.ServiceProvider.GetRequiredService<PassThroughForwarder>();
        routes.MapReverseProxy(proxy => proxy.Run(forwarder.ForwardAsync))
            .ConfigureEndpoints((endpoint, route) =>
                Describe(endpoint.WithName(route.RouteId), route.ClusterId!, policies.Find(route.RouteId)));
    }

    private static void Describe(IEndpointConventionBuilder endpoint, string backend, CachePolicy? cache) => endpoint
        .RequireScope(ReadScopeOf(backend), backend == BackendNames.Delivery ? KeyScopes.DeliveriesWrite : KeyScopes.None)
        .RequireBackends(RequestPriority.Low, backend)
        .CachedBy(cache)
        .Invalidates(CachePolicies.InvalidationOf(backend))
        .WithTags(backend)
        .WithSummary($"Forwards to the service {backend}, whose own document describes the request and the response.")
        .WithMetadata(new SkipStatusCodePagesAttribute());

    private static KeyScopes ReadScopeOf(string backend) => backend switch
    {
        BackendNames.Delivery => KeyScopes.DeliveriesRead,
        BackendNames.Package => KeyScopes.PackagesRead,
        BackendNames.DroneScheduler => KeyScopes.DronesRead,
        _ => KeyScopes.None,
    };
}
