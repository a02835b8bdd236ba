using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.Gateway.Redis;

/// <summary>Reports degraded, not unhealthy, while Redis is lost, because the gateway serves requests without Redis.</summary>
internal sealed class RedisHealthCheck(RedisConnection redis) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(redis.IsLost
            ? HealthCheckResult.Degraded($"Redis at {redis.Address} does not answer; the gateway serves without it")
            : HealthCheckResult.Healthy());
}
