using System.Net;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>The proxy's routes and the backends they lead to. A cluster has its backend's name and one destination.</summary>
internal static class PassThroughRoutes
{
    public static InMemoryConfigProvider For(BackendOptions backends) => new(
        [
            .. CachePolicies.OfDelivery.Select(route => Route(route.Name, route.Path, BackendNames.Delivery)),
            Under("/api/deliveries", BackendNames.Delivery),
            Under("/api/packages", BackendNames.Package),
            Under("/api/drones", BackendNames.DroneScheduler),
        ],
        [.. backends.Addresses.Select(backend => Cluster(backend.Key, backend.Value))]);

    private static RouteConfig Under(string prefix, string backend) =>
        Route($"all-of-{backend}", $"{prefix}/{{**rest}}", backend);

    private static RouteConfig Route(string name, string path, string backend) => new()
    {
        RouteId = name,
        ClusterId = backend,
        Match = new RouteMatch { Path = path },
        Transforms = [new Dictionary<string, string> { ["PathRemovePrefix"] = "/api" }],
    };

    private static ClusterConfig Cluster(string backend, string address) => new()
    {
        ClusterId = backend,
        Destinations = new Dictionary<string, DestinationConfig> { [backend] = new() { Address = address } },
        HttpRequest = new ForwarderRequestConfig
        {
            ActivityTimeout = TimeSpan.FromSeconds(30),
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        },
    };
}
