using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Redis;

public static class RedisExtensions
{
    /// <summary>
    /// Adds the connection to Redis. Each enabled feature that uses Redis calls this; only the first call has an effect.
    /// </summary>
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
