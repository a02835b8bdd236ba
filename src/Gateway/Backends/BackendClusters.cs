using System.Net;
using DroneDelivery.ServiceDefaults.Settings;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The proxy's clusters, one for each backend with the backend's name as id. Changed settings replace the clusters.
/// </summary>
internal sealed class BackendClusters
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    // The encodings in which the server reads and writes headers. By default the client sends only ASCII.
    private static readonly HttpClientConfig HeaderEncodings =
        new() { RequestHeaderEncoding = "utf-8", ResponseHeaderEncoding = "iso-8859-1" };

    private readonly ILogger _logger;
    private KeyValuePair<string, string[]>[] _addresses;

    public BackendClusters(ReloadedOptions<BackendOptions> options, ILogger<BackendClusters> logger)
    {
        (_logger, _addresses, DnsInterval) = (logger, [.. options.Value.Addresses], options.Value.DnsInterval);
        Provider = new InMemoryConfigProvider([], CreateClusters(options.Value));
        options.Changed += Replace;
    }

    public InMemoryConfigProvider Provider { get; }

    /// <summary>The time between lookups of a backend's name.</summary>
    public TimeSpan DnsInterval { get; private set; }

    private void Replace(BackendOptions options)
    {
        KeyValuePair<string, string[]>[] changed = [.. options.Addresses];
        foreach (var ((backend, before), (_, addresses)) in _addresses.Zip(changed))
        {
            if (!before.ToHashSet().SetEquals(addresses))
            {
                Log.BackendAddressesChanged(_logger, backend, string.Join(", ", addresses));
            }
        }

        (_addresses, DnsInterval) = (changed, options.DnsInterval);
        Provider.Update([], CreateClusters(options));
    }

    private static ClusterConfig[] CreateClusters(BackendOptions options) =>
    [
        .. options.Addresses.Select(backend => new ClusterConfig
        {
            ClusterId = backend.Key,
            // The address is also the id, so that the health and the load of one address are not taken for those of another.
            Destinations = backend.Value.ToDictionary(
                address => address, address => new DestinationConfig { Address = address }, StringComparer.OrdinalIgnoreCase),
            HealthCheck = CreateHealthCheck(options.HealthInterval),
            HttpClient = HeaderEncodings,
            Metadata = new Dictionary<string, string> { [BackendConnections.Key] = options.Connections },
            HttpRequest = new ForwarderRequestConfig
            {
                ActivityTimeout = options.Timeout,
                Version = options.Connections == BackendOptions.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
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
            Path = "/health/ready",
            Policy = HealthCheckConstants.ActivePolicy.ConsecutiveFailures,
            Timeout = ProbeTimeout,
        },
        // BackendDestinations.Avoid sets this health. The proxy's own passive policy does not run: its middleware is not used.
        Passive = new PassiveHealthCheckConfig { Enabled = true },
    };
}
