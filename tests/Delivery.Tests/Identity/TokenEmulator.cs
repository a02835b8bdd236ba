using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.SampleData;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.Delivery.Tests.Identity;

/// <summary>The emulator on a port, which accepts access tokens.</summary>
internal sealed class TokenEmulator : IAsyncDisposable
{
    private const string Database = "/_emulator/databases/drones/containers";

    private readonly WebApplication _app;
    private readonly HttpClient _admin;

    private TokenEmulator(WebApplication app)
    {
        _app = app;
        _admin = new HttpClient { BaseAddress = new Uri(Endpoint) };
    }

    public string Endpoint => _app.Urls.Single();

    public World World { get; } = new(owners: 5);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static async Task<TokenEmulator> StartAsync()
    {
        var app = EmulatorApplication.Build(new EmulatorOptions { Auth = AuthMode.Aad, Partitions = 3, Port = 0 });
        await app.StartAsync(Cancelled);
        return new TokenEmulator(app);
    }

    /// <summary>As an administrator of the account does, whose calls are not counted.</summary>
    public async Task CreateContainersAsync()
    {
        await CreateAsync("deliveriesByDeliveryId", "/deliveryId", DeliveryDocuments.WriteNdjsonAsync);
        await CreateAsync("deliverySummaries", "/ownerId", SummaryDocuments.WriteNdjsonAsync);
    }

    /// <summary>The calls by status that manage the account, or that were refused: a property of the state, as JSON.</summary>
    public async Task<string> CountAsync(string calls)
    {
        var state = JsonElement.Parse(await _admin.GetStringAsync("/_emulator/state", Cancelled));
        return state.GetProperty(calls).GetRawText();
    }

    public async ValueTask DisposeAsync()
    {
        _admin.Dispose();
        await _app.DisposeAsync();
    }

    private async Task CreateAsync(string container, string partitionKeyPath, Func<World, Stream, CancellationToken, Task> write)
    {
        var definition = new { partitionKeyPath, throughput = 900_000 };
        (await _admin.PutAsJsonAsync($"{Database}/{container}", definition, Cancelled)).EnsureSuccessStatusCode();
        using var documents = new MemoryStream();
        await write(World, documents, Cancelled);
        using var content = new ByteArrayContent(documents.ToArray());
        (await _admin.PostAsync($"{Database}/{container}/import", content, Cancelled)).EnsureSuccessStatusCode();
    }
}
