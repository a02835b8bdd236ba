using System.Net;
using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>The proxy's routes and the backends they lead to. A cluster has its backend's name and one destination.</summary>
internal static class PassThroughRoutes
{
    public static InMemoryConfigProvider For(BackendOptions backends) => new(
        [
            Route("/api/deliveries", BackendNames.Delivery),
            Route("/api/packages", BackendNames.Package),
            Route("/api/drones", BackendNames.DroneScheduler),
        ],
        [.. backends.Addresses.Select(backend => Cluster(backend.Key, backend.Value))]);

    private static RouteConfig Route(string prefix, string backend) => new()
    {
        RouteId = backend,
        ClusterId = backend,
        Match = new RouteMatch { Path = $"{prefix}/{{**rest}}" },
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
