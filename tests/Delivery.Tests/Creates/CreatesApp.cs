using System.Net.Http.Json;
using DroneDelivery.Delivery.Tests.Running;

namespace DroneDelivery.Delivery.Tests.Creates;

/// <summary>Delivery on containers of its own, and what a client sends to it.</summary>
internal sealed class CreatesApp(Emulator emulator, string database, string partitionKey)
{
    public const string Month = "ownerId=owner-0001&year=2025&month=3";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public string Container { get; } = partitionKey == "ownerId" ? Emulator.ByOwnerId : Emulator.ByDeliveryId;

    public static async Task<CreatesApp> NewAsync(Emulator emulator, string partitionKey = "deliveryId")
    {
        var database = $"creates-{Guid.NewGuid():N}";
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", database);
        await emulator.CreateAsync(Emulator.ByOwnerId, "/ownerId", database);
        await emulator.CreateAsync(Emulator.Summaries, "/ownerId", database);
        return new CreatesApp(emulator, database, partitionKey);
    }

    /// <summary>Another process of the same service.</summary>
    public DeliveryApp Start(HttpMessageHandler? handler = null, TimeProvider? time = null) =>
        new(handler ?? emulator.CreateHandler())
        {
            Settings =
            {
                ["Delivery:Database"] = database,
                ["Delivery:PartitionKey"] = partitionKey,
                ["Summaries:RetryEvery"] = "00:00:03",
            },
            Time = time ?? TimeProvider.System,
        };

    /// <summary>How many creates the database answered so.</summary>
    public async Task<int> CountAsync(int status) => (await emulator.FindStateAsync(Container, database))!.Count("data", status);

    public static Task<HttpResponseMessage> SendAsync(HttpClient client, string? key, object body) =>
        SendAsync(client, key, JsonContent.Create(body));

    public static Task<HttpResponseMessage> SendAsync(HttpClient client, string? key, HttpContent content)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/deliveries") { Content = content };
        if (key is not null)
        {
            request.Headers.TryAddWithoutValidation("Idempotency-Key", key);
        }

        return client.SendAsync(request, Cancelled);
    }
}
