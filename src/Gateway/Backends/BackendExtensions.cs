using System.Net;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Adds the proxy with a cluster for each backend, and a client for calls to them.</summary>
internal static class BackendExtensions
{
    public static WebApplicationBuilder AddBackends(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        // Not BindConfiguration: with it, an invalid setting would throw when the configuration is reloaded.
        services.AddOptionsWithValidateOnStart<BackendOptions, BackendOptionsValidator>()
            .Configure<IConfiguration>((options, configuration) => configuration.Bind(BackendOptions.Section, options));
        services.AddOptionsWithValidateOnStart<ResilienceOptions, ResilienceOptionsValidator>()
            .BindConfiguration(ResilienceOptions.Section);
        services.AddReverseProxy().ConfigureHttpClient((_, handler) =>
        {
            handler.ConnectTimeout = TimeSpan.FromSeconds(5);
            handler.PooledConnectionLifetime = TimeSpan.FromMinutes(10);
        });
        services.AddSingleton<BackendClusters>();
        services.AddSingleton<IProxyConfigProvider>(provider => provider.GetRequiredService<BackendClusters>().Provider);
        services.AddSingleton<HostNameLookup>(Dns.GetHostAddressesAsync);
        services.AddSingleton<IDestinationResolver, BackendNameResolver>();
        services.AddSingleton<BackendDestinations>();
        services.AddSingleton<BackendClient>();
        services.AddSingleton<FailureLog>();
        services.AddExceptionHandler<BackendFailureHandler>();
        services.AddSingleton<BackendHealthCheck>();
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("backends");
        return builder;
    }
}
