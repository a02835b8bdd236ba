using System.Net;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>The routes and clusters of the proxy. The id of a cluster is the name of its backend.</summary>
internal static class PassThroughRoutes
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    // The encoding in which the server reads headers. By default the client refuses to send a header that is not ASCII.
    private static readonly HttpClientConfig Utf8Headers = new() { RequestHeaderEncoding = "utf-8" };

    public static InMemoryConfigProvider For(BackendOptions backends) => new(
        [
            Route(CachePolicies.DeliveryList, "/api/deliveries", BackendNames.Delivery),
            Route(CachePolicies.DeliveryReport, "/api/deliveries/report", BackendNames.Delivery),
            Route(CachePolicies.DeliverySummary, "/api/deliveries/summary", BackendNames.Delivery),
            Route(CachePolicies.DeliveryUtilization, "/api/deliveries/utilization", BackendNames.Delivery),
            Route(CachePolicies.Delivery, "/api/deliveries/{id}", BackendNames.Delivery),
            Under("/api/deliveries", BackendNames.Delivery),
            Under("/api/packages", BackendNames.Package),
            Under("/api/drones", BackendNames.DroneScheduler),
        ],
        [.. backends.Addresses.Select(backend => Cluster(backend.Key, backend.Value, backends))]);

    private static RouteConfig Under(string prefix, string backend) =>
        Route($"all-of-{backend}", $"{prefix}/{{**rest}}", backend);

    private static RouteConfig Route(string name, string path, string backend) => new()
    {
        RouteId = name,
        ClusterId = backend,
        Match = new RouteMatch { Path = path },
    };

    private static ClusterConfig Cluster(string backend, BackendAddress[] addresses, BackendOptions options) => new()
    {
        ClusterId = backend,
        Destinations = addresses.Index().ToDictionary(
            address => $"{backend}/{address.Index}",
            address => new DestinationConfig { Address = address.Item.ToString() }),
        HealthCheck = Health(options.HealthInterval),
        HttpClient = Utf8Headers,
        HttpRequest = new ForwarderRequestConfig
        {
            ActivityTimeout = options.Timeout,
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        },
    };

    private static HealthCheckConfig Health(TimeSpan interval) => new()
    {
        // If no destination is healthy, all are used: a restarted one is available again with the first request that reaches it.
        AvailableDestinationsPolicy = HealthCheckConstants.AvailableDestinations.HealthyOrPanic,
        Active = new ActiveHealthCheckConfig
        {
            Enabled = interval > TimeSpan.Zero,
            Interval = interval,
            Path = "/health/live",
            Policy = HealthCheckConstants.ActivePolicy.ConsecutiveFailures,
            Timeout = ProbeTimeout,
        },
        Passive = new PassiveHealthCheckConfig { Enabled = true, Policy = ReachabilityPolicy.PolicyName },
    };
}
