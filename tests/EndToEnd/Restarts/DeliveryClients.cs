using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Json;
using DroneDelivery.TestSupport;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// Clients who create deliveries and send each again, with its key, until it is acknowledged: after the next answer to somebody's
/// invoice, since to ask again at once would only take the restarted service's time.
/// </summary>
internal sealed class DeliveryClients(HttpClient client, InvoiceUsers invoices)
{
    /// <summary>The owner of all of them, which are in a month in which nobody else has a delivery.</summary>
    public const string Owner = "owner-0021";

    private const int Clients = 4;

    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The addresses of the acknowledged deliveries, by key.</summary>
    public ConcurrentDictionary<string, Uri> Acknowledged { get; } = new();

    /// <summary>Completes with the first acknowledgement.</summary>
    public Task FirstAcknowledged => _first.Task.WaitAsync(TestContext.Current.CancellationToken);

    /// <summary>Answers that were no acknowledgement.</summary>
    public ConcurrentQueue<(HttpStatusCode Status, string Body)> Refusals { get; } = new();

    public Task RunAsync(CancellationToken stop) => Task.WhenAll(Enumerable.Range(0, Clients).Select(async i =>
    {
        for (var n = 0; !stop.IsCancellationRequested; n++)
        {
            var key = $"client-{i}-{n}";
            Uri? address;
            while ((address = await TryAsync(key)) is null)
            {
                await invoices.NextAnswerAsync();
            }

            Acknowledged[key] = address;
            _first.TrySetResult();
        }
    }));

    private async Task<Uri?> TryAsync(string key)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/deliveries")
        {
            Content = JsonContent.Create(NewDelivery.Create(
                Owner, scheduled: "2021-03-04T10:00:00Z", completed: "2021-03-04T10:30:00Z")),
            Headers = { { "Idempotency-Key", key } },
        };
        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        if (response.StatusCode == HttpStatusCode.Created)
        {
            return response.Headers.Location;
        }

        Refusals.Enqueue((response.StatusCode, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)));
        return null;
    }
}
