using System.Net;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>Asks for invoices over a few connections, each waiting for its answer; no request carries a traceparent.</summary>
internal static class Load
{
    private const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    public static async Task SendAsync(Uri gateway, int requests)
    {
        using var handler = new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            MaxConnectionsPerServer = Plan.Connections,
            UseCookies = false,
            UseProxy = false,
        };
        using var client = new HttpMessageInvoker(handler);
        var address = new Uri(gateway, Invoice);
        var left = requests;
        await Task.WhenAll(Enumerable.Range(0, Plan.Connections).Select(async _ =>
        {
            while (Interlocked.Decrement(ref left) >= 0)
            {
                await GetAsync(client, address);
            }
        }));
    }

    private static async Task GetAsync(HttpMessageInvoker client, Uri address)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        using var response = await client.SendAsync(request, CancellationToken.None);
        await response.Content.CopyToAsync(Stream.Null);
        if (response.StatusCode != HttpStatusCode.OK)
        {
            throw new InvalidOperationException($"The gateway answered {(int)response.StatusCode}.");
        }
    }
}
