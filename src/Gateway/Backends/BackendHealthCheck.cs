using Microsoft.Extensions.Diagnostics.HealthChecks;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Reports healthy if every backend responds at one or more of its addresses, degraded if only some backends do, and unhealthy if
/// none does: a gateway can serve requests while it reaches one backend. A result is shared by all checks within one second.
/// </summary>
internal sealed class BackendHealthCheck(BackendDestinations destinations, TimeProvider time) : IHealthCheck
{
    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private Task<HealthCheckResult>? _latest;
    private long _askedAt;

    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        lock (_gate)
        {
            if (_latest is null || time.GetElapsedTime(_askedAt) >= Freshness)
            {
                _askedAt = time.GetTimestamp();
                _latest = AskAllAsync();
            }

            // The check is shared, so one caller's cancellation must not end it.
            return _latest.WaitAsync(cancellationToken);
        }
    }

    private async Task<HealthCheckResult> AskAllAsync()
    {
        var backends = await Task.WhenAll(BackendNames.All.Select(AskAsync));
        var answering = backends.Count(backend => backend.Answers);
        return new HealthCheckResult(
            answering == backends.Length ? HealthStatus.Healthy : answering > 0 ? HealthStatus.Degraded : HealthStatus.Unhealthy,
            string.Join("; ", backends.Select(backend => backend.Description)));
    }

    /// <summary>Whether the backend responds at one of its addresses.</summary>
    private async Task<(bool Answers, string Description)> AskAsync(string backend)
    {
        var cluster = destinations.Find(backend);
        string[] addresses =
        [
            .. cluster.DestinationsState.AllDestinations.Select(each => each.Model.Config.Address).Order(StringComparer.Ordinal),
        ];
        return addresses.Length == 0 ? (false, $"{backend} has no address: its name could not be resolved")
            : (await Task.WhenAll(addresses.Select(address => AnswersAsync(cluster.Model, address)))).Contains(true)
                ? (true, $"{backend} answers at {string.Join(" or ", addresses)}")
            : (false, $"{backend} does not answer at {string.Join(" or ", addresses)}");
    }

    private async Task<bool> AnswersAsync(ClusterModel cluster, string address)
    {
        try
        {
            using var timeout = new CancellationTokenSource(Timeout, time);
            using var request = HealthProbes.Create(cluster, address, "/health/live");
            using var response = await cluster.HttpClient.SendAsync(request, timeout.Token);
            return response.IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
