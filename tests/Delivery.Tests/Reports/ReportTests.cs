using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Reports;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.SampleData;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Delivery.Tests.Reports;

[Collection(EmulatorTests.Name)]
public sealed class ReportTests(Emulator emulator)
{
    private const string Large = "/deliveries/report?year=2025&month=3";

    private static readonly ReportedMonth LargeMonth = new(2025, 3);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Report_Month_IsTheSumOfAllDeliveries()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();
        var deliveries = emulator.World.OwnerIds.SelectMany(owner => emulator.World.DeliveriesOf(owner, 2025, 3)).ToList();

        var report = await client.GetFromJsonAsync<MonthReport>("/deliveries/report?year=2025&month=3", Cancelled);

        Assert.Equal(
            (deliveries.Count, deliveries.Sum(one => one.MilesTraveled), deliveries.Count(one => one.Status == "returned")),
            (report!.Deliveries, report.MilesTraveled, report.Returned));
        Assert.Equal(emulator.World.OwnerIds, report.Owners.Select(owner => owner.OwnerId));
        Assert.Equal(
            deliveries.Select(one => one.DeliveryId),
            report.Owners.SelectMany(owner => owner.Flights).Select(flight => flight.DeliveryId));
    }

    [Fact]
    public async Task Report_Once_AsksEveryPartition()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();
        await client.GetAsync("/deliveries/report?year=2025&month=3", Cancelled);
        await emulator.ResetCountersAsync();

        await client.GetAsync("/deliveries/report?year=2025&month=4", Cancelled);

        Assert.Equal(Emulator.Partitions, (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Count("data", 200));
    }

    [Fact(Timeout = 300_000)]
    public async Task Reports_MoreThanTheLimit_WaitAndFurtherOnesAreRefused()
    {
        var handler = new MonthQueryHandler(emulator.CreateHandler()) { HoldUntilUnderWay = 2 };
        await using var app = new DeliveryApp(handler)
        {
            Settings = { ["Reports:MaxConcurrent"] = "1", ["Reports:MaxWaiting"] = "1" },
        };
        var client = await app.CreateReadyClientAsync();
        var first = client.GetAsync("/deliveries/report?year=2025&month=3", Cancelled);
        while (handler.MaxUnderWay == 0)
        {
            await Task.Yield();
        }

        var others = new List<Task<HttpResponseMessage>>
        {
            client.GetAsync("/deliveries/report?year=2025&month=4", Cancelled),
            client.GetAsync("/deliveries/report?year=2025&month=5", Cancelled),
        };
        var ended = await Task.WhenAny(others);
        others.Remove(ended);
        using var refused = await ended;
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "1"), (refused.StatusCode, refused.Headers.RetryAfter?.ToString()));
        Assert.False(others.Single().IsCompleted, "The report waits.");

        // The second query at the same time, which lets all go on, is not that of a report.
        await client.GetAsync($"/deliveries?ownerId={emulator.World.OwnerIds.First()}&year=2025&month=3", Cancelled);

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), ((await first).StatusCode, (await others.Single()).StatusCode));
        Assert.Equal(2, handler.MaxUnderWay);
    }

    [Fact(Timeout = 300_000)]
    public async Task Reports_ClientLeavesWhileTheCacheReads_CountUntilTheReadEnds()
    {
        var handler = new MonthQueryHandler(emulator.CreateHandler()) { HoldUntilUnderWay = 2 };
        await using var app = new DeliveryApp(handler)
        {
            Settings = { ["Cache:Mode"] = "memory", ["Reports:MaxConcurrent"] = "1", ["Reports:MaxWaiting"] = "0" },
        };
        var client = await app.CreateReadyClientAsync();
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var left = client.GetAsync("/deliveries/report?year=2025&month=3", leaving.Token);
        while (handler.MaxUnderWay == 0)
        {
            await Task.Yield();
        }

        await leaving.CancelAsync();

        // The server learns some time later that the client has left.
        for (var i = 0; i < 50; i++)
        {
            using var refused = await client.GetAsync("/deliveries/report?year=2025&month=4", Cancelled);
            Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        }

        Assert.Equal(1, handler.MaxUnderWay);

        // The second query at the same time, which lets both go on, is not that of a report.
        var owner = emulator.World.OwnerIds.First();
        using var list = await client.GetAsync($"/deliveries?ownerId={owner}&year=2025&month=3", Cancelled);
        using var served = await RepeatUntilServedAsync(
            () => client.GetAsync("/deliveries/report?year=2025&month=4", Cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => left);
    }

    [Fact(Timeout = 300_000)]
    public async Task Reports_ClientReadsSlowly_OthersAreAnswered()
    {
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Cache:Mode"] = "memory", ["Reports:MaxConcurrent"] = "1" },
        };
        var client = await app.CreateReadyClientAsync();
        await CacheLargeReportAsync(app);
        using var slow = await BeginToReadAsync(client);

        using var other = await client.GetAsync(Large, Cancelled);

        Assert.Equal(HttpStatusCode.OK, other.StatusCode);
        Assert.Equal(LargeBody(), await other.Content.ReadAsByteArrayAsync(Cancelled));
        Assert.Equal(LargeBody(), await slow.Content.ReadAsByteArrayAsync(Cancelled));
    }

    [Fact(Timeout = 300_000)]
    public async Task Reports_BeingSentUseUpTheirMemory_FurtherOnesAreRefusedUntilTheEnd()
    {
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Cache:Mode"] = "memory", ["Reports:MaxSendingMegabytes"] = "1" },
        };
        var client = await app.CreateReadyClientAsync();
        await CacheLargeReportAsync(app);
        // One of them is less than 1 MB.
        using var read = await BeginToReadAsync(client);
        using var cancelled = await BeginToReadAsync(client);

        using var refused = await client.GetAsync(Large, Cancelled);

        Assert.Equal("1", refused.Headers.RetryAfter?.ToString());
        await HttpProblem.ReadAsync(refused, HttpStatusCode.ServiceUnavailable);
        await read.Content.ReadAsByteArrayAsync(Cancelled);
        cancelled.Dispose();
        // Next to one that is being sent there is memory for another only if both of those before have ended.
        using var held = await RepeatUntilServedAsync(() => BeginToReadAsync(client));
        using var served = await RepeatUntilServedAsync(() => client.GetAsync(Large, Cancelled));
    }

    [Fact(Timeout = 300_000)]
    public async Task Reports_OneHolderReadsSlowly_LeavesMemoryForOthers()
    {
        await using var app = new DeliveryApp(emulator)
        {
            Settings = { ["Cache:Mode"] = "memory", ["Reports:MaxSendingMegabytes"] = "1" },
        };
        await CacheLargeReportAsync(app);
        var (acme, zenith) = (await CreateClientAsync(app, "acme"), await CreateClientAsync(app, "zenith"));
        using var slow = await BeginToReadAsync(acme);

        using var refused = await acme.GetAsync(Large, Cancelled);
        using var served = await zenith.GetAsync(Large, Cancelled);

        await HttpProblem.ReadAsync(refused, HttpStatusCode.ServiceUnavailable);
        Assert.Equal(HttpStatusCode.OK, served.StatusCode);
        await slow.Content.ReadAsByteArrayAsync(Cancelled);
        using var again = await RepeatUntilServedAsync(() => acme.GetAsync(Large, Cancelled));
    }

    [Fact]
    public void Report_OfAllOwners_IsAbout950Kilobytes() => Assert.InRange(LargeBody().Length, 900_000, 1_000_000);

    [Fact]
    public async Task Report_NoSuchMonth_IsRefused()
    {
        await using var app = new DeliveryApp(emulator);
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync("/deliveries/report?year=2025&month=13", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Equal(["13 is not a month from 1 to 12."], problem.Errors["month"]);
    }

    // Of the world that the labs run on.
    private static MonthReport CreateLargeReport()
    {
        var world = new World();
        return MonthReport.FromFlights(LargeMonth, [
            .. world.OwnerIds
                .SelectMany(owner => world.DeliveriesOf(owner, LargeMonth.Year, LargeMonth.Month))
                .Select(one => new ReportedFlight(
                    one.DeliveryId, one.OwnerId, one.DroneId, one.Status, one.MilesTraveled, one.HoursAssigned)),
        ]);
    }

    // As the service writes it.
    private static byte[] LargeBody() => JsonSerializer.SerializeToUtf8Bytes(CreateLargeReport(), JsonSerializerOptions.Web);

    // The world of the tests has too few owners for a report that does not fit into the buffers between server and client.
    private static Task CacheLargeReportAsync(DeliveryApp app) => app.Services.GetRequiredService<AnswerCache>().GetAsync(
        LargeMonth, _ => Task.FromResult(CreateLargeReport()), report => report.Deliveries, Cancelled);

    private static async Task<HttpClient> CreateClientAsync(DeliveryApp app, string holder)
    {
        var client = await app.CreateReadyClientAsync();
        client.DefaultRequestHeaders.Add(ForwardedCaller.HolderHeader, holder);
        return client;
    }

    /// <summary>The server ends a response some time after its client has read it.</summary>
    private static async Task<HttpResponseMessage> RepeatUntilServedAsync(Func<Task<HttpResponseMessage>> send)
    {
        while (true)
        {
            var response = await send();
            if (response.StatusCode == HttpStatusCode.OK)
            {
                return response;
            }

            response.Dispose();
        }
    }

    private static Task<HttpResponseMessage> BeginToReadAsync(HttpClient client) =>
        client.GetAsync(Large, HttpCompletionOption.ResponseHeadersRead, Cancelled);
}
