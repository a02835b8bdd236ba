using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Json;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// Clients who create deliveries and send each again, with its key, until it is acknowledged: after the next answer to somebody's
/// invoice, since to ask again at once would only take the restarted service's time.
/// </summary>
internal sealed class DeliveryClients(HttpClient client, InvoiceUsers invoices)
{
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
            Content = JsonContent.Create(DeliveryFor(Owner)),
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

    /// <summary>The body of a request that creates a delivery, in a month in which nobody else has one.</summary>
    public static object DeliveryFor(string owner) => new
    {
        ownerId = owner,
        droneId = "drone-001",
        packageId = "p-0000001",
        pickup = new { address = "1 Mill Road", latitude = 52.1, longitude = 4.2 },
        dropoff = new { address = "2 Mill Road", latitude = 52.2, longitude = 4.3 },
        status = "delivered",
        milesTraveled = 1,
        hoursAssigned = 0.5,
        scheduledAt = "2021-03-04T10:00:00Z",
        completedAt = "2021-03-04T10:30:00Z",
        route = Array.Empty<object>(),
    };
}
