using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Reports degraded, not unhealthy, while usage cannot be written, because the gateway retains it in memory.</summary>
internal sealed class UsageHealthCheck(UsageFlusher flusher, UsageMeter meter) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(flusher.Failure is { } reason
            ? HealthCheckResult.Degraded($"The usage of {meter.Waiting} requests is not written yet: {reason}")
            : HealthCheckResult.Healthy());
}
