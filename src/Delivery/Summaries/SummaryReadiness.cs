using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>Ready once the summaries have been read, which also shows that the database answers.</summary>
internal sealed class SummaryReadiness(DeliverySummaries summaries) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(summaries.IsLoaded
            ? HealthCheckResult.Healthy($"Summaries of {summaries.Count} owners were read.")
            : HealthCheckResult.Unhealthy("The summaries have not been read yet."));
}
