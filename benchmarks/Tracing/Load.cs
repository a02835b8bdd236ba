using System.Net;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>
/// Asks a gateway for invoices over a few connections, each waiting for its answer; no request has a traceparent.
/// </summary>
internal sealed class Load(Uri gateway) : IDisposable
{
    private readonly Uri _invoice = new(gateway, "/api/invoices/owner-0007?year=2025&month=3");

    private readonly HttpMessageInvoker _client = new(new SocketsHttpHandler
    {
        ActivityHeadersPropagator = null,
        MaxConnectionsPerServer = Plan.Connections,
        UseCookies = false,
        UseProxy = false,
    });

    public async Task SendAsync(int requests)
    {
        var left = requests;
        await Task.WhenAll(Enumerable.Range(0, Plan.Connections).Select(async _ =>
        {
            while (Interlocked.Decrement(ref left) >= 0)
            {
                await GetAsync();
            }
        }));
    }

    public void Dispose() => _client.Dispose();

    private async Task GetAsync()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, _invoice);
        using var response = await _client.SendAsync(request, CancellationToken.None);
        await response.Content.CopyToAsync(Stream.Null);
        if (response.StatusCode != HttpStatusCode.OK)
        {
            throw new InvalidOperationException($"The gateway answered {(int)response.StatusCode}.");
        }
    }
}
