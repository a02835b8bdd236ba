using System.Net;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// The proxy's clusters, one for each backend with the backend's name as id. When the configuration is reloaded, its settings
/// replace the earlier ones, unless one of them is invalid: then all of the earlier ones stay in use.
/// </summary>
internal sealed class BackendClusters : IDisposable
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    // The encodings in which the server reads and writes headers. By default the client sends only ASCII.
    private static readonly HttpClientConfig HeaderEncodings =
        new() { RequestHeaderEncoding = "utf-8", ResponseHeaderEncoding = "iso-8859-1" };

    private readonly Lock _gate = new();
    private readonly IOptionsFactory<BackendOptions> _factory;
    private readonly ILogger<BackendClusters> _logger;
    private readonly IDisposable _reloads;
    private volatile BackendOptions _options;
    private string? _rejected;

    public BackendClusters(IOptionsFactory<BackendOptions> factory, IConfiguration configuration, ILogger<BackendClusters> logger)
    {
        (_factory, _logger) = (factory, logger);
        _options = factory.Create(Options.DefaultName);
        Provider = new InMemoryConfigProvider([], CreateClusters(_options));
        _reloads = ChangeToken.OnChange(configuration.GetReloadToken, Reload);
    }

    public InMemoryConfigProvider Provider { get; }

    public TimeSpan DnsInterval => _options.DnsInterval;

    public void Dispose() => _reloads.Dispose();

    private void Reload()
    {
        lock (_gate)
        {
            try
            {
                ReplaceNeedsLock(_factory.Create(Options.DefaultName));
                _rejected = null;
            }
            // A value of the wrong type, or one that is not allowed. One change of a file may cause several reloads.
            catch (Exception exception) when (exception is OptionsValidationException or InvalidOperationException)
            {
                if (_rejected != exception.Message)
                {
                    Log.BackendSettingsWereRejected(_logger, exception.Message);
                }

                _rejected = exception.Message;
            }
        }
    }

    private void ReplaceNeedsLock(BackendOptions options)
    {
        foreach (var ((backend, before), (_, addresses)) in _options.Addresses.Zip(options.Addresses))
        {
            if (!before.ToHashSet().SetEquals(addresses))
            {
                Log.BackendAddressesChanged(_logger, backend, string.Join(", ", addresses));
            }
        }

        _options = options;
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
        // BackendDestinations.Avoid sets this health. The proxy's own passive policy does not run: its middleware is not used.
        Passive = new PassiveHealthCheckConfig { Enabled = true },
    };
}
