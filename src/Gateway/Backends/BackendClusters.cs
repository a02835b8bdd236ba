using System.Net;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;

namespace DroneDelivery.Gateway.Backends;

/// <summary>The proxy's clusters, one for each backend with the backend's name as id.</summary>
internal sealed class BackendClusters(IOptions<BackendOptions> options)
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    // The encoding in which the server reads and writes headers. By default the client accepts only ASCII.
    private static readonly HttpClientConfig Utf8Headers = new() { RequestHeaderEncoding = "utf-8" };

    public InMemoryConfigProvider Provider { get; } = new([], CreateClusters(options.Value));

    public TimeSpan DnsInterval => options.Value.DnsInterval;

    private static ClusterConfig[] CreateClusters(BackendOptions options) =>
    [
        .. options.Addresses.Select(backend => new ClusterConfig
        {
            ClusterId = backend.Key,
            // The address is also the id, so that the health and the load of one address are not taken for those of another.
            Destinations = backend.Value.ToDictionary(
                address => address, address => new DestinationConfig { Address = address }, StringComparer.OrdinalIgnoreCase),
            HealthCheck = CreateHealthCheck(options.HealthInterval),
            HttpClient = Utf8Headers,
            HttpRequest = new ForwarderRequestConfig
            {
                ActivityTimeout = options.Timeout,
                Version = HttpVersion.Version20,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            },
        }),
    ];

    private static HealthCheckConfig CreateHealthCheck(TimeSpan interval) => new()
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
        // The health that BackendDestinations.Avoid sets. The proxy's own passive policy does not run: its middleware is not used.
        Passive = new PassiveHealthCheckConfig { Enabled = true },
    };
}
