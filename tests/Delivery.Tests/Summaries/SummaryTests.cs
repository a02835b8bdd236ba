using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Summaries;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Summaries;

[Collection(EmulatorTests.Name)]
public sealed class SummaryTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Summary_EveryOwner_CountsTheDeliveriesWithoutACall()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();
        await emulator.ResetCountersAsync();

        foreach (var owner in emulator.World.Summaries())
        {
            var month = owner.Months[7];
            var expected = new DeliverySummary(owner.OwnerId, month.Year, month.Month, month.Deliveries, month.Returned);

            var summary = await client.GetFromJsonAsync<DeliverySummary>(
                $"/deliveries/summary?ownerId={owner.OwnerId}&year={month.Year}&month={month.Month}", Cancelled);

            Assert.Equal(expected, summary);
        }

        Assert.Equal(0, (await emulator.GetStateAsync(Emulator.Summaries)).Count("data"));
    }

    [Fact]
    public async Task Summary_MonthWithoutDeliveries_IsZero()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();

        var summary = await client.GetFromJsonAsync<DeliverySummary>(
            "/deliveries/summary?ownerId=owner-0001&year=2031&month=1", Cancelled);

        Assert.Equal(new DeliverySummary("owner-0001", 2031, 1, 0, 0), summary);
    }

    [Fact]
    public async Task Summary_UnknownOwner_Is404ThatNamesIt()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync("/deliveries/summary?ownerId=owner-9999&year=2024&month=1", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Contains("owner-9999", problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/deliveries/summary")]
    [InlineData("/deliveries/utilization")]
    public async Task Owner_BeforeTheSummariesAreRead_Is503AndNot404(string path)
    {
        await using var app = new DeliveryApp(new SummariesAway(emulator.CreateHandler())) { Time = new ManualTimeProvider() };

        // A month without deliveries: only the summaries know that there is such an owner.
        var response = await app.CreateClient().GetAsync($"{path}?ownerId=owner-0001&year=2031&month=1", Cancelled);

        await HttpProblem.ReadAsync(response, HttpStatusCode.ServiceUnavailable);
    }

    [Fact]
    public async Task Summaries_WrittenAfterTheStart_AreReadAtTheNextTry()
    {
        const string Database = "late";
        var clock = new ManualTimeProvider();
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:Database"] = Database }, Time = clock };
        var client = await app.CreateReadyClientAsync();
        const string Path = "/deliveries/summary?ownerId=owner-0001&year=2024&month=1";
        await HttpProblem.ReadAsync(await client.GetAsync(Path, Cancelled), HttpStatusCode.NotFound);

        await emulator.ImportAsync(Emulator.Summaries, SummaryDocuments.WriteNdjsonAsync, Database);
        HttpResponseMessage response;
        do
        {
            // Each turn lets the refresher try once more, as soon as it waits.
            clock.Advance(TimeSpan.FromSeconds(3));
            response = await client.GetAsync(Path, Cancelled);
        }
        while (response.StatusCode == HttpStatusCode.NotFound);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
