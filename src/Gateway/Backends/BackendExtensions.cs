using System.Net;
using DroneDelivery.ServiceDefaults.Settings;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.Forwarder;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Adds the proxy with a cluster for each backend, and a client for calls to them.</summary>
internal static class BackendExtensions
{
    public static WebApplicationBuilder AddBackends(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddReloadedOptions<BackendOptions, BackendOptionsValidator>(
            BackendOptions.Section, (options, section) => section.Bind(options));
        services.AddOptionsWithValidateOnStart<ResilienceOptions, ResilienceOptionsValidator>()
            .BindConfiguration(ResilienceOptions.Section);
        services.AddReverseProxy();
        services.AddSingleton<IForwarderHttpClientFactory, BackendConnections>();
        services.AddSingleton<IProbingRequestFactory, HealthProbes>();
        services.AddSingleton<BackendClusters>();
        services.AddSingleton<IProxyConfigProvider>(provider => provider.GetRequiredService<BackendClusters>().Provider);
        services.AddSingleton<HostNameLookup>(Dns.GetHostAddressesAsync);
        services.AddSingleton<IDestinationResolver, BackendNameResolver>();
        services.AddSingleton<BackendDestinations>();
        services.AddSingleton<ResilienceMeter>();
        services.AddSingleton<BackendClient>();
        services.AddSingleton<FailureLog>();
        services.AddExceptionHandler<BackendFailureHandler>();
        services.AddSingleton<BackendHealthCheck>();
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("backends");
        return builder;
    }
}
