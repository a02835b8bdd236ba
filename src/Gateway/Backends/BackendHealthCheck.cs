using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Healthy when every backend answers at one of its addresses at least. One answer serves all who ask within a second.
/// </summary>
internal sealed class BackendHealthCheck(IHttpClientFactory clients, IOptions<BackendOptions> backends, TimeProvider time)
    : IHealthCheck
{
    public const string ClientName = "backend-health";

    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private Task<HealthCheckResult>? _latest;
    private long _askedAt;

    public static void Configure(HttpClient client) => client.Timeout = TimeSpan.FromSeconds(2);

    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        lock (_gate)
        {
            if (_latest is null || time.GetElapsedTime(_askedAt) >= Freshness)
            {
                _askedAt = time.GetTimestamp();
                _latest = AskAllAsync();
            }

            // The question is shared, so that one caller's cancellation must not end it.
            return _latest.WaitAsync(cancellationToken);
        }
    }

    private async Task<HealthCheckResult> AskAllAsync()
    {
        var silent = await Task.WhenAll(backends.Value.Addresses.Select(async backend =>
            (await Task.WhenAll(backend.Value.Select(AnswersAsync))).Contains(true)
                ? null
                : $"{backend.Key} does not answer at {string.Join(" or ", backend.Value)}"));
        return silent.OfType<string>().ToArray() is { Length: > 0 } faults
            ? HealthCheckResult.Unhealthy(string.Join("; ", faults))
            : HealthCheckResult.Healthy();
    }

    private async Task<bool> AnswersAsync(string address)
    {
        try
        {
            using var client = clients.CreateClient(ClientName);
            using var response = await client.GetAsync(new Uri(new Uri(address), "/health/live"));
            return response.IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
