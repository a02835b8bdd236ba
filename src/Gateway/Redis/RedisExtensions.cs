namespace DroneDelivery.Gateway.Redis;

internal static class RedisExtensions
{
    /// <summary>For each feature that uses Redis, where it is switched on: only the first call counts.</summary>
    public static WebApplicationBuilder AddRedis(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        if (services.Any(service => service.ServiceType == typeof(RedisConnection)))
        {
            return builder;
        }

        services.AddOptionsWithValidateOnStart<RedisOptions, RedisOptionsValidator>().BindConfiguration(RedisOptions.Section);
        services.AddSingleton<RedisConnection>();
        services.AddHealthChecks().AddCheck<RedisHealthCheck>("redis");
        return builder;
    }
}
