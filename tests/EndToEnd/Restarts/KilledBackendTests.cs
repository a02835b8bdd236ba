using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>Delivery is killed and restarted while invoices are asked for and deliveries created.</summary>
public sealed class KilledBackendTests
{
    private const int Several = 30;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 600_000)]
    public async Task Backend_KilledAndRestartedUnderLoad_NothingIsWrongLostOrDoubled()
    {
        await using var system = await RestartableSystem.StartAsync();
        using var client = new HttpClient { BaseAddress = system.Gateway, Timeout = Timeout.InfiniteTimeSpan };
        var invoices = new InvoiceUsers(client);
        var creates = new DeliveryClients(client, invoices);
        var expected = await invoices.ReadEachOnceAsync(Cancelled);
        using var stopAsking = new CancellationTokenSource();
        using var stopCreating = new CancellationTokenSource();
        var asking = invoices.RunAsync(stopAsking.Token);
        var creating = creates.RunAsync(stopCreating.Token);
        await Task.WhenAll(invoices.RowOfAsync(Several, served: true), creates.FirstAcknowledged);

        await system.KillDeliveryAsync();
        await invoices.RowOfAsync(Several, served: false);
        await system.StartDeliveryAsync();
        var ready = TimeProvider.System.GetTimestamp();
        await invoices.RowOfAsync(10 * Several, served: true);
        await stopCreating.CancelAsync();
        await creating;
        await stopAsking.CancelAsync();
        await asking;

        AssertInvoices(invoices.Answers, expected, ready);
        Assert.All(creates.Refusals, AssertSaysWhy);
        await AssertCreatedOnceAsync(client, creates.Acknowledged);
    }

    private static void AssertInvoices(IReadOnlyCollection<InvoiceAnswer> answers, Dictionary<string, string> expected, long ready)
    {
        Assert.All(answers.Where(answer => answer.IsServed), answer => Assert.Equal(expected[answer.Owner], answer.Body));
        var failed = answers.Where(answer => !answer.IsServed).ToList();
        Assert.All(failed, AssertNamesDelivery);
        // How soon depends on the machine too; the gateway's part, at most 2 s, has a test of its own with a clock of its own.
        var recovered = TimeProvider.System.GetElapsedTime(ready, failed.Max(answer => answer.At));
        TestContext.Current.TestOutputHelper!.WriteLine(
            FormattableString.Invariant($"the last invoice failed {recovered.TotalSeconds:0.00} s after Delivery was ready"));
    }

    private static void AssertNamesDelivery(InvoiceAnswer answer)
    {
        Assert.Contains(answer.Status, new[] { 502, 503, 504 });
        Assert.Equal("delivery", JsonDocument.Parse(answer.Body).RootElement.GetProperty("backend").GetString());
    }

    // One that Delivery itself sent has no backend.
    private static void AssertSaysWhy((HttpStatusCode Status, string Body) refusal)
    {
        Assert.Contains((int)refusal.Status, new[] { 502, 503, 504 });
        var problem = JsonDocument.Parse(refusal.Body).RootElement;
        Assert.NotEmpty(problem.GetProperty("detail").GetString()!);
        Assert.True(!problem.TryGetProperty("backend", out var backend) || backend.GetString() == "delivery", refusal.Body);
    }

    // As many in the month as keys were acknowledged, each of them found: none lost, none doubled.
    private static async Task AssertCreatedOnceAsync(HttpClient client, IReadOnlyDictionary<string, Uri> acknowledged)
    {
        Assert.NotEmpty(acknowledged);
        Assert.Equal(acknowledged.Count, acknowledged.Values.Distinct().Count());
        var utilization = await client.GetFromJsonAsync<JsonElement>(
            $"/api/deliveries/utilization?ownerId={DeliveryClients.Owner}&year=2021&month=3", Cancelled);
        Assert.Equal(acknowledged.Count, utilization.GetProperty("deliveries").GetInt32());
        var summary = await client.GetFromJsonAsync<JsonElement>(
            $"/api/deliveries/summary?ownerId={DeliveryClients.Owner}&year=2021&month=3", Cancelled);
        Assert.Equal(acknowledged.Count, summary.GetProperty("deliveries").GetInt32());
        foreach (var address in acknowledged.Values)
        {
            using var response = await client.GetAsync(address, Cancelled);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }
    }
}
