using System.Text;
using System.Text.Json;
using Azure.Core;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Azure.Cosmos;
using EmulatorAccount = DroneDelivery.CosmosEmulator.Resources.Account;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>An emulator in memory, the unmodified SDK's client for it, and a clock that stands still.</summary>
internal sealed class EmulatorHost : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly EmulatorAccount _account;

    private EmulatorHost(WebApplication app, EmulatorAccount account, EmulatorOptions options, ManualTimeProvider time)
    {
        (_app, _account) = (app, account);
        Time = time;
        Http = new HttpClient(app.GetTestServer().CreateHandler()) { BaseAddress = new Uri("http://localhost/") };
        Client = NewClient(options.Key, new CosmosClientOptions());
    }

    public ManualTimeProvider Time { get; }

    public CosmosClient Client { get; }

    /// <summary>For the admin API, and for requests that the SDK would not send.</summary>
    public HttpClient Http { get; }

    /// <param name="configure">A container has one partition, with the whole budget, if this does not change it.</param>
    public static async Task<EmulatorHost> StartAsync(Action<EmulatorOptions>? configure = null)
    {
        var time = new ManualTimeProvider();
        var options = new EmulatorOptions { Time = time, Partitions = 1 };
        configure?.Invoke(options);
        var account = EmulatorApplication.NewAccount(options);
        var app = EmulatorApplication.Build(options, account, builder => builder.WebHost.UseTestServer());
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new EmulatorHost(app, account, options, time);
    }

    public CosmosClient NewClient(string key, CosmosClientOptions options) => new("http://localhost/", key, InMemory(options));

    public CosmosClient NewClient(TokenCredential credential, CosmosClientOptions options) =>
        new("http://localhost/", credential, InMemory(options));

    public Task<Container> CreateContainerAsync(string partitionKeyPath = "/ownerId", int throughput = 400) =>
        CreateContainerAsync(new ContainerProperties("items", partitionKeyPath), throughput);

    /// <param name="properties">Their id is items.</param>
    public async Task<Container> CreateContainerAsync(ContainerProperties properties, int throughput)
    {
        var database = await Client.CreateDatabaseIfNotExistsAsync("db");
        return await database.Database.CreateContainerAsync(properties, throughput);
    }

    /// <summary>Puts two partitions in the place of the first of the container items.</summary>
    /// <param name="boundary">The first key of the second one; null for the middle.</param>
    public void SplitFirstPartition(EffectivePartitionKey? boundary = null)
    {
        var container = _account.FindContainer(ResourcePath.Parse("/dbs/db/colls/items"))!;
        var (first, range) = (container.Partitions[0], container.Partitions[0].Range);
        var middle = boundary ?? new EffectivePartitionKey((range.Min.Value + range.Max.Value) / 2);
        container.ReplacePartition(first, new EpkRange(range.Min, middle), new EpkRange(middle, range.Max));
    }

    public async Task<StateDocument> StateAsync() =>
        new(JsonElement.Parse(await Http.GetStringAsync("_emulator/state", TestContext.Current.CancellationToken)));

    /// <summary>Sends a request that the SDK would not send, signed with the account's key.</summary>
    public Task<HttpResponseMessage> SendAsync(
        string method, string path, string body, params (string Name, string Value)[] headers) =>
        SendContentAsync(method, path, body.Length == 0 ? null : new StringContent(body, Encoding.UTF8), headers);

    /// <summary>As the other, with a body that is no text.</summary>
    public Task<HttpResponseMessage> SendAsync(
        string method, string path, ReadOnlyMemory<byte> body, params (string Name, string Value)[] headers) =>
        SendContentAsync(method, path, new ReadOnlyMemoryContent(body), headers);

    private async Task<HttpResponseMessage> SendContentAsync(
        string method, string path, HttpContent? content, (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), new Uri($"http://localhost{path}"))
        {
            Content = content,
        };
        var signature = new RequestSignature(EmulatorOptions.WellKnownKey).Sign(method, path, "today");
        request.Headers.TryAddWithoutValidation("Authorization", signature);
        request.Headers.TryAddWithoutValidation(CosmosHeaders.Date, "today");
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return await Http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Until a call sleeps out its latency: then the clock can be moved on.</summary>
    public async Task WaitForATimerAsync()
    {
        while (Time.PendingTimers == 0)
        {
            await Task.Yield();
        }
    }

    private CosmosClientOptions InMemory(CosmosClientOptions options)
    {
        options.ConnectionMode = ConnectionMode.Gateway;
        options.HttpClientFactory = () => new HttpClient(_app.GetTestServer().CreateHandler(), disposeHandler: false);
        return options;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        Http.Dispose();
        await _app.DisposeAsync();
    }
}
