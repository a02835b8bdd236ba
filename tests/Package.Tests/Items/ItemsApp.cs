using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.Package.Items;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Package.Tests.Items;

/// <summary>The service with items, in memory. Its unmodified SDK sends requests to an emulator in memory.</summary>
internal sealed class ItemsApp : WebApplicationFactory<ItemOptions>
{
    /// <summary>Not in parallel, because the metrics of an app contain those of all apps in the process.</summary>
    public const string Collection = "items";

    private readonly string _calls;
    private readonly int _poolSize;
    private readonly WebApplication _emulator;
    private Task _databaseIsOpen = Task.CompletedTask;

    private ItemsApp(string calls, int poolSize, WebApplication emulator)
    {
        (_calls, _poolSize) = (calls, poolSize);
        _emulator = emulator;
    }

    public ManualTimeProvider Time { get; } = new();

    /// <summary>Whether the emulator answers; otherwise requests get 503.</summary>
    public bool IsOn { get; set; } = true;

    /// <summary>Whether the service has an identity in place of a key.</summary>
    public bool HasIdentity { get; set; }

    public static async Task<ItemsApp> StartAsync(string calls, int poolSize = 100)
    {
        var emulator = EmulatorApplication.Build(new EmulatorOptions(), builder => builder.WebHost.UseTestServer());
        await emulator.StartAsync(TestContext.Current.CancellationToken);
        return new ItemsApp(calls, poolSize, emulator);
    }

    /// <summary>Calls of the database get no answer until the result is completed.</summary>
    public TaskCompletionSource CloseDatabase()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _databaseIsOpen = gate.Task;
        return gate;
    }

    /// <summary>As an administrator of the account does.</summary>
    public async Task CreateContainerAsync()
    {
        var response = await _emulator.GetTestClient().PutAsJsonAsync(
            "/_emulator/databases/drones/containers/items",
            new { partitionKeyPath = "/ownerId" },
            TestContext.Current.CancellationToken);
        response.EnsureSuccessStatusCode();
    }

    /// <summary>Item requests and query pages that the emulator saw.</summary>
    public async Task<int> CountDataCallsAsync()
    {
        var state = await _emulator.GetTestClient().GetStringAsync("/_emulator/state", TestContext.Current.CancellationToken);
        using var json = JsonDocument.Parse(state);
        var container = json.RootElement.GetProperty("containers").EnumerateArray().Single();
        return container.GetProperty("calls").GetProperty("data").EnumerateObject().Sum(status => status.Value.GetInt32());
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _emulator.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        // Its delays are on the clock of the test.
        builder.UseSetting("WarmUp:Time", "0");
        builder.UseSetting($"{ItemOptions.Section}:{nameof(ItemOptions.Calls)}", _calls);
        builder.UseSetting($"{ItemOptions.Section}:{nameof(ItemOptions.PoolSize)}", $"{_poolSize}");
        builder.UseSetting("SampleData:Owners", "1");
        if (HasIdentity)
        {
            builder.UseSetting("Cosmos:ConnectionString", "http://localhost/");
            builder.UseSetting("Cosmos:Identity", "true");
        }

        builder.ConfigureTestServices(services => services.AddSingleton<TimeProvider>(Time).AddSingleton(NewClient()));
    }

    private CosmosClient NewClient()
    {
        var handler = new SwitchedHandler(this, _emulator.GetTestServer().CreateHandler());
        return new CosmosClient(
            $"AccountEndpoint=http://localhost/;AccountKey={EmulatorOptions.WellKnownKey}",
            new CosmosClientOptions
            {
                ConnectionMode = ConnectionMode.Gateway,
                HttpClientFactory = () => new HttpClient(handler, disposeHandler: false),
                UseSystemTextJsonSerializerWithOptions = new(JsonSerializerDefaults.Web),
            });
    }

    private sealed class SwitchedHandler(ItemsApp app, HttpMessageHandler emulator) : DelegatingHandler(emulator)
    {
        protected override async Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            await app._databaseIsOpen;
            return app.IsOn
                ? await base.SendAsync(request, cancellationToken)
                : new HttpResponseMessage(HttpStatusCode.ServiceUnavailable) { RequestMessage = request };
        }
    }
}
