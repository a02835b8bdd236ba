using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Redis;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Limits;

internal static class LimitsExtensions
{
    public static WebApplicationBuilder AddPlanLimits(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptionsWithValidateOnStart<LimitsOptions, LimitsOptionsValidator>().BindConfiguration(LimitsOptions.Section);
        services.AddSingleton<LimitsMeter>();
        return builder.Configuration[LimitsOptions.ModeKey] == LimitsOptions.Redis
            ? builder.AddSharedLimits()
            : builder.AddLocalLimits();
    }

    /// <summary>
    /// Adds the middleware. It must come after the middleware for keys, which determines the caller of a request.
    /// </summary>
    public static WebApplication UsePlanLimits(this WebApplication app)
    {
        var services = app.Services;
        if (services.GetRequiredService<IOptions<LimitsOptions>>().Value.Mode == LimitsOptions.Off)
        {
            return app;
        }

        if (!services.GetRequiredService<IOptions<KeyOptions>>().Value.AreRequired)
        {
            Log.LimitsWithoutKeys(services.GetRequiredService<ILogger<LimitsMiddleware>>());
        }

        app.UseMiddleware<LimitsMiddleware>();
        return app;
    }

    private static WebApplicationBuilder AddLocalLimits(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<ILimits, LocalLimits>();
        return builder;
    }

    private static WebApplicationBuilder AddSharedLimits(this WebApplicationBuilder builder)
    {
        var services = builder.AddRedis().Services;
        services.AddSingleton<GatewayGroup>();
        services.AddSingleton(provider => new LeaseClient(
            provider.GetRequiredService<RedisConnection>(), provider.GetRequiredService<TimeProvider>()));
        services.AddSingleton<SharedLimits>();
        services.AddSingleton<ILimits>(provider => provider.GetRequiredService<SharedLimits>());
        services.AddHostedService(provider => provider.GetRequiredService<SharedLimits>());
        return builder;
    }
}
