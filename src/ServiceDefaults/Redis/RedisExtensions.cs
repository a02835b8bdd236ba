using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

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

/// <summary>
/// Reports degraded, not unhealthy, while Redis is lost. A feature that cannot work without Redis has a health check of its own.
/// </summary>
internal sealed class RedisHealthCheck(RedisConnection redis) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(redis.IsLost
            ? HealthCheckResult.Degraded($"Redis at {redis.Address} does not answer")
            : HealthCheckResult.Healthy());
}
