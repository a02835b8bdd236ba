using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Reports unhealthy while requests are refused because the keys cannot be read.</summary>
internal sealed class KeyHealthCheck(KeyRing ring, IOptions<KeyOptions> options) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(options.Value.AreRequired && ring.Age > options.Value.MaxAge
            ? HealthCheckResult.Unhealthy($"The keys were last read {ring.Age:c} ago; requests are refused")
            : HealthCheckResult.Healthy());
}
