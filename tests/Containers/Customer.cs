using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.TestSupport;

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
            Content = JsonContent.Create(NewDelivery.Create()),
        };
        return client.SendAsync(request, Cancelled);
    }
}
