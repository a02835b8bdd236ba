using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.ServiceDefaults.Redis;

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
