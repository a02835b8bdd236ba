using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Ready once the service's containers exist.</summary>
internal sealed class CosmosReadiness(CosmosStart start) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(start.Completed.IsCompletedSuccessfully
            ? HealthCheckResult.Healthy("The containers exist.")
            : HealthCheckResult.Unhealthy($"Cosmos DB {start.Fault ?? "has not answered yet"}."));
}
