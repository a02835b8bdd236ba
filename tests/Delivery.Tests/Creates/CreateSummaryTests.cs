using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Deliveries;
using DroneDelivery.Delivery.Summaries;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Creates;

/// <summary>A delivery that a client creates is counted once, by every process.</summary>
[Collection(EmulatorTests.Name)]
public sealed class CreateSummaryTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Create_ByANewOwner_IsInSummaryAndUtilizationAtOnceAndOnce()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();

        await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create(miles: 4.5m));
        await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create(miles: 4.5m));
        await CreatesApp.SendAsync(client, "key-2", NewDelivery.Create(miles: 5m, status: "returned"));

        Assert.Equal(new DeliverySummary("owner-0001", 2025, 3, 2, 1), await SummaryAsync(client));
        Assert.Equal(
            new Utilization("owner-0001", 2025, 3, 2, 9.5m, 1.0m),
            await client.GetFromJsonAsync<Utilization>($"/deliveries/utilization?{CreatesApp.Month}", Cancelled));
    }

    [Fact]
    public async Task Create_ThenARestart_IsStillCounted()
    {
        var creates = await CreatesApp.NewAsync(emulator, "ownerId");
        await using (var before = creates.Start())
        {
            await CreatesApp.SendAsync(await before.CreateReadyClientAsync(), "key-1", NewDelivery.Create());
        }

        await using var after = creates.Start();

        Assert.Equal(1, (await SummaryAsync(await after.CreateReadyClientAsync()))?.Deliveries);
    }

    [Fact(Timeout = 300_000)]
    public async Task Create_ByAnotherProcess_IsCountedAfterTheNextRead()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        var clock = new ManualTimeProvider();
        await using var reader = creates.Start(time: clock);
        var client = await reader.CreateReadyClientAsync();
        await using var writer = creates.Start();

        await CreatesApp.SendAsync(await writer.CreateReadyClientAsync(), "key-1", NewDelivery.Create());
        DeliverySummary? summary;
        do
        {
            // Each turn lets the reader read once more, as soon as it waits.
            clock.Advance(TimeSpan.FromSeconds(3));
            summary = await SummaryAsync(client);
        }
        while (summary is null);

        Assert.Equal(1, summary.Deliveries);
    }

    // The clock stands still: nothing is read again, and nothing that is kept grows old.
    [Fact]
    public async Task Create_FirstAnswerLost_IsInSummaryAndKeptListOnceItIsSentAgain()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        var handler = new LostAnswers(emulator.CreateHandler());
        await using var app = creates.Start(handler, new ManualTimeProvider());
        app.Settings["Cache:Mode"] = "memory";
        var client = await app.CreateReadyClientAsync();
        await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());
        var before = await ListAsync(client);

        handler.IsLosing = true;
        var lost = await CreatesApp.SendAsync(client, "key-2", NewDelivery.Create());
        handler.IsLosing = false;
        await CreatesApp.SendAsync(client, "key-2", NewDelivery.Create());

        Assert.Equal(HttpStatusCode.GatewayTimeout, lost.StatusCode);
        Assert.Equal((1, 2), (before?.Deliveries.Count, (await ListAsync(client))?.Deliveries.Count));
        Assert.Equal(2, (await SummaryAsync(client))?.Deliveries);
    }

    [Fact]
    public void Summaries_AddedWhileTheyAreRead_AreCountedOnceWhetherTheReadSawThemOrNot()
    {
        var (seen, unseen) = (Counted("d-1"), Counted("d-2"));
        var summaries = new DeliverySummaries();
        summaries.BeginRead();
        summaries.Add(seen);
        summaries.Add(unseen);

        summaries.EndRead([new OwnerSummary("owner-0001", [new MonthCount(2025, 3, 5, 0)])], [seen]);

        Assert.Equal(7, Assert.Single(summaries.Find("owner-0001").Owner!.Months).Deliveries);
    }

    // The create commits, a read sees it, and only then it is added; then it is sent again.
    [Fact]
    public void Summaries_AddedAfterAReadThatSawIt_AreCountedOnce()
    {
        var summaries = new DeliverySummaries();
        summaries.BeginRead();
        summaries.EndRead([new OwnerSummary("owner-0001", [new MonthCount(2025, 3, 5, 0)])], [Counted("d-1")]);

        summaries.Add(Counted("d-1"));
        summaries.Add(Counted("d-2"));
        summaries.Add(Counted("d-2"));

        Assert.Equal(7, Assert.Single(summaries.Find("owner-0001").Owner!.Months).Deliveries);
    }

    private static Delivery.Storage.CountedDelivery Counted(string id) => new(id, "owner-0001", 2025, 3, "delivered");

    private static Task<DeliveryList?> ListAsync(HttpClient client) =>
        client.GetFromJsonAsync<DeliveryList>($"/deliveries?{CreatesApp.Month}", Cancelled);

    private static async Task<DeliverySummary?> SummaryAsync(HttpClient client)
    {
        using var response = await client.GetAsync($"/deliveries/summary?{CreatesApp.Month}", Cancelled);
        return response.StatusCode == HttpStatusCode.NotFound
            ? null
            : await response.Content.ReadFromJsonAsync<DeliverySummary>(Cancelled);
    }
}
