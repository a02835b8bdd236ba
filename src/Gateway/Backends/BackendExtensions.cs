using System.Net;
using DroneDelivery.ServiceDefaults.Resilience;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Adds a typed client for each backend, with HTTP/2 and its own resilience pipeline.</summary>
internal static class BackendExtensions
{
    public static WebApplicationBuilder AddBackends(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptionsWithValidateOnStart<BackendOptions, BackendOptionsValidator>()
            .BindConfiguration(BackendOptions.Section);
        services.AddSingleton<DestinationLoad>();
        services.AddSingleton<HostNameLookup>(Dns.GetHostAddressesAsync);
        services.AddSingleton<IDestinationResolver, BackendNameResolver>();
        services.AddSingleton<BackendDestinations>();
        services.AddSingleton<FailureLog>();
        services.AddExceptionHandler<BackendFailureHandler>();

        services.AddHttpClient(BackendHealthCheck.ClientName, BackendHealthCheck.Configure).OverHttp2();
        services.AddSingleton<BackendHealthCheck>();
        services.AddHealthChecks().AddCheck<BackendHealthCheck>("backends");
        return builder;
    }

    /// <summary>
    /// Sends the client's calls over HTTP/2 to the addresses of the backend that has the client's name, through a resilience
    /// pipeline of the client.
    /// </summary>
    public static IHttpClientBuilder ToBackend(this IHttpClientBuilder builder) => builder
        .OverHttp2()
        .ConfigureHttpClient((services, client) =>
            client.BaseAddress = services.GetRequiredService<BackendDestinations>().FindBaseAddress(builder.Name))
        .AddResilience()
        .AddHttpMessageHandler(services =>
            new DestinationHandler(builder.Name, services.GetRequiredService<BackendDestinations>()));

    private static IHttpClientBuilder OverHttp2(this IHttpClientBuilder builder) => builder
        .ConfigureHttpClient(client =>
        {
            client.DefaultRequestVersion = HttpVersion.Version20;
            client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        })
        .UseSocketsHttpHandler((handler, _) => Configure(handler))
        // The handler renews its connections itself.
        .SetHandlerLifetime(Timeout.InfiniteTimeSpan)
        .RemoveAllLoggers();

    private static void Configure(SocketsHttpHandler handler)
    {
        handler.AllowAutoRedirect = false;
        handler.ConnectTimeout = TimeSpan.FromSeconds(5);
        handler.EnableMultipleHttp2Connections = true;
        handler.PooledConnectionLifetime = TimeSpan.FromMinutes(10);
        handler.UseCookies = false;
        handler.UseProxy = false;
    }
}
