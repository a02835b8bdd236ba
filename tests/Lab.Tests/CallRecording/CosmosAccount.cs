using System.Runtime.CompilerServices;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.CallRecording;

/// <summary>
/// The emulator on a real port with a key, and a container of three partitions. Its clock stands still.
/// </summary>
internal sealed class CosmosAccount : IAsyncDisposable
{
    public const string Orders = "orders";

    /// <summary>Does not fit into the second's budget of a partition more than a few times.</summary>
    public static readonly string LongText = new('x', 50_000);

    // Not the well-known one.
    private const string Key = "c2VjcmV0IG9mIHRoZSB0ZXN0cywgb2YgNDggYnl0ZXMgaW4gYmFzZTY0Li4uLi4uLi4=";

    private readonly WebApplication _emulator;

    private CosmosAccount(WebApplication emulator, ManualTimeProvider time) =>
        (_emulator, Time, Admin) = (emulator, time, new EmulatorAdmin(new Uri(emulator.Urls.Single())));

    /// <summary>The clock of the budgets.</summary>
    public ManualTimeProvider Time { get; }

    public Uri Endpoint => new(_emulator.Urls.Single());

    public EmulatorAdmin Admin { get; }

    /// <summary>The SDK reads this once for the process. Without it, it has no spans.</summary>
    [ModuleInitializer]
    public static void EnableSpansOfTheSdk() => AppContext.SetSwitch("Azure.Experimental.EnableActivitySource", true);

    public static async Task<CosmosAccount> StartAsync()
    {
        var time = new ManualTimeProvider();
        var options = new EmulatorOptions { Port = 0, Partitions = 3, Key = Key, Time = time };
        var emulator = EmulatorApplication.Build(options);
        await emulator.StartAsync(TestContext.Current.CancellationToken);
        var account = new CosmosAccount(emulator, time);
        using var client = account.Connect(account.Endpoint);
        Database database = await client.CreateDatabaseAsync("shop");
        await database.CreateContainerAsync(Orders, "/customer", throughput: 600);
        await account.Admin.ResetAsync(TestContext.Current.CancellationToken);
        return account;
    }

    /// <summary>The unmodified SDK in Gateway mode. It takes the addresses of regions from the account.</summary>
    public CosmosClient Connect(Uri endpoint, bool traced = false, int retries = 0)
    {
        var options = new CosmosClientOptions
        {
            ConnectionMode = ConnectionMode.Gateway,
            CosmosClientTelemetryOptions = new() { DisableDistributedTracing = !traced },
            LimitToEndpoint = false,
            MaxRetryAttemptsOnRateLimitedRequests = retries,
        };
        return new CosmosClient($"{endpoint}", Key, options);
    }

    public async Task<ContainerState> StateAsync() =>
        (await Admin.ReadStateAsync(0, TestContext.Current.CancellationToken)).Find(Orders)!;

    public async ValueTask DisposeAsync()
    {
        Admin.Dispose();
        await _emulator.DisposeAsync();
    }
}

internal sealed record Order(string Id, string Customer, string Text)
{
    /// <summary>Writes the orders, one after another.</summary>
    /// <returns>What they cost.</returns>
    public static async Task<double> CreateAsync(Container container, params Order[] orders)
    {
        var charge = 0.0;
        foreach (var order in orders)
        {
            var item = new { id = order.Id, customer = order.Customer, text = order.Text };
            charge += (await container.CreateItemAsync(item, new PartitionKey(order.Customer))).RequestCharge;
        }

        return charge;
    }

    /// <summary>Queries all partitions for the text, one order a page.</summary>
    /// <returns>The number of orders, and what the pages cost.</returns>
    public static async Task<(int Found, double Charge)> QueryAsync(Container container, string text)
    {
        using var pages = container.GetItemQueryIterator<object>(
            new QueryDefinition("SELECT * FROM c WHERE c.text = @text").WithParameter("@text", text),
            requestOptions: new QueryRequestOptions { MaxItemCount = 1, MaxConcurrency = -1 });
        var (found, charge) = (0, 0.0);
        while (pages.HasMoreResults)
        {
            var page = await pages.ReadNextAsync();
            (found, charge) = (found + page.Count, charge + page.RequestCharge);
        }

        return (found, charge);
    }

    /// <summary>Writes to one partition until its budget is spent.</summary>
    /// <returns>The number of answers, the last one a 429.</returns>
    public static async Task<int> CreateUntilThrottledAsync(Container container)
    {
        for (var number = 1; number < 100; number++)
        {
            try
            {
                await CreateAsync(container, new Order($"long-{number}", "a", CosmosAccount.LongText));
            }
            catch (CosmosException exception) when (exception.StatusCode == System.Net.HttpStatusCode.TooManyRequests)
            {
                return number;
            }
        }

        throw new InvalidOperationException("The budget was never spent.");
    }
}
