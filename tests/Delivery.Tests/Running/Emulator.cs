using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.SampleData;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.TestHost;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>The emulator in memory, filled with a small world, and what it counted.</summary>
public sealed class Emulator : IAsyncLifetime
{
    public const int Partitions = 9;
    public const int AmpleThroughput = 900_000;
    public const string ByDeliveryId = "deliveriesByDeliveryId";
    public const string ByOwnerId = "deliveriesByOwnerId";
    public const string Summaries = "deliverySummaries";

    private WebApplication _app = null!;
    private HttpClient _admin = null!;

    public World World { get; } = new(owners: 30);

    /// <summary>The clock of the budgets.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>A handler that reaches the emulator without a socket.</summary>
    public HttpMessageHandler CreateHandler() => _app.GetTestServer().CreateHandler();

    public async ValueTask InitializeAsync()
    {
        var options = new EmulatorOptions { Partitions = Partitions, Time = Time };
        _app = EmulatorApplication.Build(options, builder => builder.WebHost.UseTestServer());
        await _app.StartAsync(Cancelled);
        _admin = _app.GetTestClient();
        await CreateAsync(ByDeliveryId, "/deliveryId");
        await ImportAsync(ByDeliveryId, DeliveryDocuments.WriteNdjsonAsync);
        await CreateAsync(ByOwnerId, "/ownerId");
        await ImportAsync(ByOwnerId, DeliveryDocuments.WriteNdjsonAsync);
        await CreateAsync(Summaries, "/ownerId");
        await ImportAsync(Summaries, SummaryDocuments.WriteNdjsonAsync);
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    /// <summary>Makes an empty container, in the place of one that is there.</summary>
    public async Task CreateAsync(
        string container, string partitionKeyPath, string database = "drones", int throughput = AmpleThroughput)
    {
        var response = await _admin.PutAsJsonAsync(
            Address(database, container),
            new { partitionKeyPath, partitions = Partitions, throughput },
            Cancelled);
        Assert.Contains(response.StatusCode, new[] { HttpStatusCode.OK, HttpStatusCode.Created });
    }

    public async Task ImportAsync(
        string container, Func<World, Stream, CancellationToken, Task> write, string database = "drones")
    {
        using var documents = new MemoryStream();
        await write(World, documents, Cancelled);
        var response = await _admin.PostAsync(
            $"{Address(database, container)}/import", new ByteArrayContent(documents.ToArray()), Cancelled);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    public async Task ResetCountersAsync() =>
        (await _admin.PostAsync("/_emulator/reset", content: null, Cancelled)).EnsureSuccessStatusCode();

    /// <summary>What the emulator says about one container, or null when it has no such container.</summary>
    public async Task<ContainerState?> FindStateAsync(string container, string database = "drones")
    {
        var state = await _admin.GetFromJsonAsync<EmulatorState>("/_emulator/state", JsonSerializerOptions.Web, Cancelled);
        return state!.Containers.SingleOrDefault(found => found.Database == database && found.Id == container);
    }

    public async Task<ContainerState> GetStateAsync(string container) =>
        await FindStateAsync(container) ?? throw new InvalidOperationException($"The emulator has no container {container}.");

    private static string Address(string database, string container) => $"/_emulator/databases/{database}/containers/{container}";
}

public sealed record EmulatorState(IReadOnlyList<ContainerState> Containers);

public sealed record ContainerState(
    string Database, string Id, string PartitionKeyPath, int? Throughput, Dictionary<string, Dictionary<string, int>> Calls)
{
    public int Count(string kind) => Calls.TryGetValue(kind, out var byStatus) ? byStatus.Values.Sum() : 0;

    public int Count(string kind, int status) =>
        Calls.TryGetValue(kind, out var byStatus) ? byStatus.GetValueOrDefault($"{status}") : 0;
}
