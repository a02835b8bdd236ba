using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.Redis;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

internal static class CachingExtensions
{
    public static WebApplicationBuilder AddCaching(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<CacheOptions, CacheOptionsValidator>()
            .BindConfiguration(CacheOptions.Section);
        builder.Services.AddSingleton<CachePolicies>();
        builder.Services.AddSingleton<CacheTags>();
        builder.Services.AddSingleton<CacheStore>();
        builder.Services.AddSingleton<RefreshRecorder>();
        builder.Services.AddSingleton<CacheRefreshes>();
        builder.Services.AddSingleton<CacheMeter>();
        if (IsOn(builder.Configuration))
        {
            // A hit takes a few microseconds, and waits for nothing.
            builder.RunOnSocketThreads();
        }

        if (builder.Configuration[CacheOptions.FolderKey] is not null)
        {
            builder.Services.AddSingleton<CacheFolder>();
            // Added before the exchange, whose last one it saves.
            builder.Services.AddHostedService(provider => provider.GetRequiredService<CacheFolder>());
        }

        return IsShared(builder.Configuration) ? builder.AddExchange() : builder;
    }

    /// <summary>
    /// Adds the cache if it is enabled. Call this after the middleware that authorizes the caller, and before middleware that a
    /// cached response does not need.
    /// </summary>
    public static WebApplication UseCaching(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<CacheOptions>>().Value.IsOn)
        {
            app.UseMiddleware<CacheMiddleware>();
        }

        return app;
    }

    /// <summary>Caches the responses of an endpoint by one of <see cref="CachePolicies"/>. Does nothing if it is null.</summary>
    public static TBuilder CachedBy<TBuilder>(this TBuilder endpoints, CachePolicy? policy)
        where TBuilder : IEndpointConventionBuilder => policy is null ? endpoints : endpoints.WithMetadata(policy);

    /// <summary>Declares which tags a successful POST, PUT, PATCH or DELETE request to an endpoint changes.</summary>
    public static TBuilder Invalidates<TBuilder>(this TBuilder endpoints, CacheInvalidation? invalidation)
        where TBuilder : IEndpointConventionBuilder => invalidation is null ? endpoints : endpoints.WithMetadata(invalidation);

    private static bool IsOn(IConfiguration configuration) => configuration[CacheOptions.ModeKey] == CacheOptions.Gateway;

    private static bool IsShared(IConfiguration configuration) =>
        IsOn(configuration) && configuration[RedisOptions.AddressKey] is not null;

    private static WebApplicationBuilder AddExchange(this WebApplicationBuilder builder)
    {
        var services = builder.AddRedis().Services;
        services.AddSingleton<TagExchange>();
        services.AddHostedService(provider => provider.GetRequiredService<TagExchange>());
        return builder;
    }
}
