using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

namespace DroneDelivery.Containers.Tests;

/// <summary>The requests of a customer with the key of owner-0001.</summary>
internal static class Customer
{
    public const string Invoice = "/api/invoices/owner-0001?year=2025&month=3";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static HttpClient CreateClient(Uri gateway, string key)
    {
        var client = new HttpClient { BaseAddress = gateway };
        if (key.Length > 0)
        {
            client.DefaultRequestHeaders.Add("X-Api-Key", key);
        }

        return client;
    }

    /// <summary>The number of deliveries on the invoice.</summary>
    public static async Task<int> CountAsync(HttpClient client)
    {
        using var response = await client.GetAsync(Invoice, Cancelled);
        if (response.StatusCode == HttpStatusCode.NotFound)
        {
            return 0;
        }

        response.EnsureSuccessStatusCode();
        var invoice = await response.Content.ReadFromJsonAsync<JsonElement>(Cancelled);
        return invoice.GetProperty("deliveries").GetProperty("count").GetInt32();
    }

    public static Task<HttpResponseMessage> CreateDeliveryAsync(HttpClient client, string idempotencyKey)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/api/deliveries")
        {
            Headers = { { "Idempotency-Key", idempotencyKey.Replace(' ', '-') } },
            Content = JsonContent.Create(new
            {
                ownerId = "owner-0001",
                droneId = "drone-001",
                packageId = "p-0000001",
                pickup = new { address = "1 Mill Road", latitude = 52.1, longitude = 4.2 },
                dropoff = new { address = "2 Mill Road", latitude = 52.2, longitude = 4.3 },
                status = "delivered",
                milesTraveled = 4.5,
                hoursAssigned = 0.5,
                scheduledAt = "2025-03-04T10:00:00Z",
                completedAt = "2025-03-04T10:30:00Z",
                route = new[] { new { latitude = 52.1, longitude = 4.2, altitudeFeet = 300 } },
            }),
        };
        return client.SendAsync(request, Cancelled);
    }
}
