using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.EndToEnd.Restarts;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.TestSupport;

namespace DroneDelivery.EndToEnd.Authorization;

/// <summary>
/// Broken object-level authorization (OWASP API1:2023), on the real system: a key of one owner never shows or changes data of
/// another, not even after an operator's requests have filled the gateway's cache.
/// </summary>
public sealed class OwnerKeyTests
{
    private const string Owner = "owner-0001";
    private const string Other = "owner-0002";
    private const string Month = "year=2025&month=3";
    private const string Scopes = "invoices:read,deliveries:read,deliveries:write,packages:read,drones:read";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 600_000)]
    public async Task Key_OfOneOwner_ShowsNothingOfAnother()
    {
        var folder = Directory.CreateTempSubdirectory("drone-keys-");
        try
        {
            var database = Path.Combine(folder.FullName, "gateway.db");
            var operators = await AddKeyAsync(database, "operator", "--all-owners", "--create");
            var owners = await AddKeyAsync(database, "acme", "--owners", Owner);
            await using var system = await RestartableSystem.StartAsync(
                "--keys", "required", "--database", database, "--cache", "gateway");
            using var all = CreateClient(system.Gateway, operators);
            using var own = CreateClient(system.Gateway, owners);

            foreach (var (address, expected) in await AddressesAsync(all))
            {
                var before = await GetAsync(own, address);
                var shown = await GetAsync(all, address);
                var after = await GetAsync(own, address);

                Assert.True(shown.Body.Contains(Other, StringComparison.Ordinal), $"{address} shows nothing of {Other}: {shown}");
                Assert.Equal((expected, expected), (before.Status, after.Status));
                Assert.DoesNotContain(Other, WithoutAddress(before.Body, address));
                Assert.DoesNotContain(Other, WithoutAddress(after.Body, address));
            }

            Assert.Equal(HttpStatusCode.OK, (await GetAsync(own, $"/api/invoices/{Owner}?{Month}")).Status);
            var report = await own.GetFromJsonAsync<JsonElement>($"/api/deliveries/report?{Month}", Cancelled);
            var reported = report.GetProperty("owners").EnumerateArray().Select(one => one.GetProperty("ownerId").GetString());
            Assert.Equal([Owner], reported);
            Assert.Equal(HttpStatusCode.Forbidden, await CreateAsync(own, Other));
            Assert.Equal(HttpStatusCode.Created, await CreateAsync(own, Owner));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Addresses that show data of the other owner, and the status for a key that is not for it.</summary>
    private static async Task<List<(string Address, HttpStatusCode Expected)>> AddressesAsync(HttpClient all)
    {
        var deliveries = await all.GetFromJsonAsync<JsonElement>($"/api/deliveries?ownerId={Other}&{Month}", Cancelled);
        var delivery = deliveries.GetProperty("deliveries")[0].GetProperty("deliveryId").GetString();
        var packages = await all.GetFromJsonAsync<JsonElement>($"/api/packages?ownerId={Other}&{Month}", Cancelled);
        var package = packages.GetProperty("items")[0].GetProperty("packageId").GetString();
        return
        [
            ($"/api/invoices/{Other}?{Month}", HttpStatusCode.Forbidden),
            ($"/api/deliveries?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/deliveries/summary?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/deliveries/utilization?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/deliveries/{delivery}?ownerId={Other}", HttpStatusCode.Forbidden),
            ($"/api/deliveries/{delivery}", HttpStatusCode.NotFound),
            ($"/api/deliveries/report?{Month}", HttpStatusCode.OK),
            ($"/api/packages?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/packages/summary?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/packages/{package}", HttpStatusCode.NotFound),
            ($"/api/drones/summary?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
            ($"/api/drones/assignments?ownerId={Other}&{Month}", HttpStatusCode.Forbidden),
        ];
    }

    // A problem may repeat what was requested.
    private static string WithoutAddress(string body, string address) =>
        body.Replace(address, "", StringComparison.Ordinal);

    private static async Task<(HttpStatusCode Status, string Body)> GetAsync(HttpClient client, string address)
    {
        using var response = await client.GetAsync(address, Cancelled);
        return (response.StatusCode, await response.Content.ReadAsStringAsync(Cancelled));
    }

    private static async Task<HttpStatusCode> CreateAsync(HttpClient client, string owner)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/deliveries")
        {
            Content = JsonContent.Create(NewDelivery.Create(owner)),
            Headers = { { "Idempotency-Key", "key-1" } },
        };
        using var response = await client.SendAsync(request, Cancelled);
        return response.StatusCode;
    }

    private static HttpClient CreateClient(Uri gateway, string key)
    {
        var client = new HttpClient { BaseAddress = gateway, Timeout = Timeout.InfiniteTimeSpan };
        client.DefaultRequestHeaders.Add("X-Api-Key", key);
        return client;
    }

    private static async Task<string> AddKeyAsync(string database, string name, params string[] flags)
    {
        using var process = Process.Start(new ProcessStartInfo(
            BuiltService.Gateway.ProgramPath,
            ["keys", "add", name, "--plan", "unlimited", "--scopes", Scopes, "--database", database, .. flags])
        {
            RedirectStandardOutput = true,
        })!;
        var key = await process.StandardOutput.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        Assert.Equal(0, process.ExitCode);
        return key.Trim();
    }
}
