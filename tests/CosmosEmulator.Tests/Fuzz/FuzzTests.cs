using System.Text;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Contract;
using DroneDelivery.CosmosEmulator.Tests.Endpoints;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Fuzz;

/// <summary>
/// Random requests over a real socket: none fails inside the emulator, none is without an answer, and memory does not grow.
/// The long run is explicit: <c>dotnet test tests/CosmosEmulator.Tests -- xUnit.Explicit=only</c>.
/// </summary>
[Collection(typeof(MemoryCollection))]
public sealed class FuzzTests
{
    private const long MaxGrowth = 50 * 1024 * 1024;

    /// <summary>Only a request without an answer takes so long: how fast one is, a busy machine decides.</summary>
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromMinutes(2);

    [Theory]
    [InlineData(1)]
    public Task Requests_AThousandAtRandom_AreAnswered(int seed) => SendAsync(seed, 1_000);

    [Theory(Explicit = true)]
    [InlineData(3)]
    [InlineData(4)]
    public Task Requests_TenThousandAtRandom_AreAnswered(int seed) => SendAsync(seed, 10_000);

    private static async Task SendAsync(int seed, int count)
    {
        var token = TestContext.Current.CancellationToken;
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Port = 0, Partitions = 3 });
        await app.StartAsync(token);
        using var client = SocketTests.NewClient(app);
        using var http = new HttpClient(new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8 });
        http.Timeout = LongestAnswer;
        var address = new Uri(app.Urls.First());
        var requests = new RequestGenerator(seed);
        var before = 0L;
        var statuses = new Dictionary<int, int>();
        for (var number = 0; number < count; number++)
        {
            if (number % 20 == 0)
            {
                // A request may have deleted them.
                await FillAsync(client);
            }

            if (number == count / 10)
            {
                before = GC.GetTotalMemory(forceFullCollection: true);
            }

            using var message = requests.Next(address);
            var text = $"Seed {seed}, request {number}: {message.Method} {message.RequestUri}";
            try
            {
                using var response = await http.SendAsync(message, token);
                var status = (int)response.StatusCode;
                statuses[status] = statuses.GetValueOrDefault(status) + 1;
                Assert.True(status < 500, $"{text}: {response.StatusCode} {await response.Content.ReadAsStringAsync(token)}");
            }
            catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
            {
                Assert.Fail($"{text}: {exception.Message}");
            }
        }

        // Many of them have to get beyond the checks of signature and syntax.
        TestContext.Current.TestOutputHelper!.WriteLine(string.Join(", ", statuses.OrderBy(each => each.Key)));
        Assert.InRange(statuses[200], count / 20, count);
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, MaxGrowth);
    }

    private static async Task FillAsync(CosmosClient client)
    {
        Database database = await client.CreateDatabaseIfNotExistsAsync("db");
        Container container = await database.CreateContainerIfNotExistsAsync("items", "/ownerId", throughput: 100_000);
        foreach (var item in SampleItems.All)
        {
            await container.UpsertItemAsync(item);
        }
    }
}
