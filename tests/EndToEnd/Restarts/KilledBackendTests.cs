using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>Delivery is killed and started anew while invoices are asked for and deliveries created.</summary>
public sealed class KilledBackendTests
{
    private static readonly TimeSpan Recovery = TimeSpan.FromSeconds(2);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 120_000)]
    public async Task Backend_KilledAndRestartedUnderLoad_NothingIsWrongLostOrDoubled()
    {
        await using var system = await RestartableSystem.StartAsync();
        using var client = new HttpClient { BaseAddress = system.Gateway };
        var (invoices, creates) = (new InvoiceUsers(client), new DeliveryClients(client));
        var expected = await invoices.ReadEachOnceAsync(Cancelled);
        using var stop = new CancellationTokenSource();
        var load = Task.WhenAll(invoices.RunAsync(stop.Token), creates.RunAsync(stop.Token));
        await Task.Delay(TimeSpan.FromSeconds(1), Cancelled);

        await system.KillDeliveryAsync();
        await Task.Delay(TimeSpan.FromSeconds(1), Cancelled);
        await system.StartDeliveryAsync();
        var listening = TimeProvider.System.GetTimestamp();
        await Task.Delay(Recovery + TimeSpan.FromSeconds(1), Cancelled);
        await stop.CancelAsync();
        await load;

        AssertInvoices(invoices.Answers, expected, listening);
        Assert.All(creates.Refusals, AssertSaysWhy);
        await AssertCreatedOnceAsync(client, creates.Acknowledged);
    }

    private static void AssertInvoices(
        IReadOnlyCollection<InvoiceAnswer> answers, Dictionary<string, string> expected, long listening)
    {
        var served = answers.Where(answer => answer.Status == 200);
        var failed = answers.Where(answer => answer.Status != 200).ToList();
        Assert.All(served, answer => Assert.Equal(expected[answer.Owner], answer.Body));
        // Were there none, it was not killed under load.
        Assert.NotEmpty(failed);
        Assert.All(failed, AssertNamesDelivery);
        var late = failed.Max(answer => TimeProvider.System.GetElapsedTime(listening, answer.At));
        Assert.True(late < Recovery, $"An invoice failed {late.TotalSeconds:0.0} s after Delivery listened again.");
        Assert.Contains(served, answer => TimeProvider.System.GetElapsedTime(listening, answer.At) > Recovery);
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
            $"/api/deliveries/utilization?ownerId={DeliveryClients.Owner}&year=2031&month=3", Cancelled);
        Assert.Equal(acknowledged.Count, utilization.GetProperty("deliveries").GetInt32());
        var summary = await client.GetFromJsonAsync<JsonElement>(
            $"/api/deliveries/summary?ownerId={DeliveryClients.Owner}&year=2031&month=3", Cancelled);
        Assert.Equal(acknowledged.Count, summary.GetProperty("deliveries").GetInt32());
        foreach (var address in acknowledged.Values)
        {
            using var response = await client.GetAsync(address, Cancelled);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }
    }
}
