using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Redis;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

internal static class UsageExtensions
{
    public static WebApplicationBuilder AddUsage(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptionsWithValidateOnStart<UsageOptions, UsageOptionsValidator>().BindConfiguration(UsageOptions.Section);
        if (!IsOn(builder.Configuration))
        {
            return builder;
        }

        if (builder.Configuration[UsageOptions.ModeKey] == UsageOptions.Redis)
        {
            builder.AddRedis();
            services.TryAddSingleton<IUsageStore, RedisUsageStore>();
        }
        else
        {
            services.AddDatabase().TryAddSingleton<IUsageStore, SqliteUsageStore>();
        }

        services.AddSingleton<UsageLedger>();
        services.AddSingleton<UsageMeter>();
        services.AddSingleton<UsageRecorder>();
        services.AddSingleton<UsageFlusher>();
        services.AddHostedService(services => services.GetRequiredService<UsageFlusher>());
        services.AddHealthChecks().AddCheck<UsageHealthCheck>("usage");
        return builder;
    }

    /// <summary>
    /// Counts requests, unless usage is off. Call this before middleware that refuses requests, so that refused requests are
    /// counted too.
    /// </summary>
    public static WebApplication UseUsage(this WebApplication app)
    {
        if (!IsOn(app.Configuration))
        {
            return app;
        }

        if (!app.Services.GetRequiredService<IOptions<KeyOptions>>().Value.AreRequired)
        {
            Log.UsageWithoutKeys(app.Services.GetRequiredService<ILogger<UsageMiddleware>>());
        }

        app.UseMiddleware<UsageMiddleware>();
        return app;
    }

    /// <summary>Maps the usage endpoint, unless usage is off.</summary>
    public static RouteGroupBuilder MapUsage(this RouteGroupBuilder admin, IConfiguration configuration)
    {
        if (IsOn(configuration))
        {
            admin.MapUsageEndpoint();
        }

        return admin;
    }

    private static bool IsOn(IConfiguration configuration) =>
        configuration[UsageOptions.ModeKey] is { } mode && mode != UsageOptions.Off;
}
