using System.Net;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Summaries;

/// <summary>A read that goes wrong leaves the summaries that were read before, and is tried again.</summary>
[Collection(EmulatorTests.Name)]
public sealed class SummaryRefreshTests(Emulator emulator)
{
    private const string NewOwner = """{"id":"owner-new","ownerId":"owner-new","months":[]}""";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData("empty", "")]
    [InlineData("misshapen", """{"id":"owner-bad","ownerId":"owner-bad","months":"none"}""")]
    public async Task Refresh_ReadGoesWrong_KeepsTheOldSetAndTriesAgain(string database, string badLine)
    {
        var clock = new ManualTimeProvider();
        await emulator.CreateAsync(Emulator.Summaries, "/ownerId", database);
        await emulator.ImportAsync(Emulator.Summaries, SummaryDocuments.WriteNdjsonAsync, database);
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Delivery:Database"] = database, ["Summaries:RefreshEvery"] = "00:00:03" },
            Time = clock,
        };
        var client = await app.CreateReadyClientAsync();

        await emulator.CreateAsync(Emulator.Summaries, "/ownerId", database);
        await ImportAsync(badLine, database);
        // Calls for more than one whole read: the first has ended when the second begins.
        while ((await emulator.FindStateAsync(Emulator.Summaries, database))!.Count("data", 200) <= Emulator.Partitions)
        {
            clock.Advance(TimeSpan.FromSeconds(3));
            Assert.Equal(HttpStatusCode.OK, await GetAsync(client, "owner-0001"));
        }

        await emulator.CreateAsync(Emulator.Summaries, "/ownerId", database);
        await ImportAsync(NewOwner, database);
        while (await GetAsync(client, "owner-new") == HttpStatusCode.NotFound)
        {
            clock.Advance(TimeSpan.FromSeconds(3));
        }

        Assert.Equal(HttpStatusCode.OK, await GetAsync(client, "owner-new"));
    }

    private Task ImportAsync(string line, string database) => emulator.ImportAsync(
        Emulator.Summaries,
        (_, stream, cancellationToken) => stream.WriteAsync(System.Text.Encoding.UTF8.GetBytes(line), cancellationToken).AsTask(),
        database);

    private static async Task<HttpStatusCode> GetAsync(HttpClient client, string owner)
    {
        using var response = await client.GetAsync($"/deliveries/summary?ownerId={owner}&year=2024&month=1", Cancelled);
        return response.StatusCode;
    }
}
