using System.Collections.Concurrent;
using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Identity;

/// <summary>
/// The service with an identity: a process that gets its tokens from a token endpoint on loopback, as on Azure App Service, and
/// an emulator on a port that refuses with a token what Azure refuses.
/// </summary>
public sealed class IdentityTests
{
    private const string Utilization = "/deliveries/utilization?ownerId=owner-0001&year=2025&month=6";

    // Azure.Identity loads it for tokens.
    private const string Library = "Microsoft.Identity.Client.dll";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Service_OnExistingContainers_ServesWithTokensAndManagesNothing()
    {
        await using var emulator = await TokenEmulator.StartAsync();
        await emulator.CreateContainersAsync();
        await using var tokens = await TokenEndpoint.StartAsync(EmulatorOptions.WellKnownKey);
        await using var delivery = await StartAsync(emulator, tokens);

        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);
        var utilization = await delivery.Client.GetStringAsync(Utilization, Cancelled);

        Assert.Contains("\"ownerId\":\"owner-0001\"", utilization, StringComparison.Ordinal);
        Assert.Equal(("{}", "{}"), (await emulator.CountAsync("managementCalls"), await emulator.CountAsync("refusedCalls")));
        Assert.Equal("https://127.0.0.1", tokens.RequestedResources.First());
        Assert.True(!OperatingSystem.IsLinux() || await delivery.HasLoadedAsync(Library));
    }

    [Fact(Timeout = 300_000)]
    public async Task Service_ContainersMissing_SaysSoOnceAndIsReadyWhenTheyExist()
    {
        await using var emulator = await TokenEmulator.StartAsync();
        await using var tokens = await TokenEndpoint.StartAsync(EmulatorOptions.WellKnownKey);
        await using var delivery = await StartAsync(emulator, tokens);

        await delivery.WaitForReadinessAsync(
            HttpStatusCode.ServiceUnavailable,
            "has no container drones/deliveriesByDeliveryId with the partition key /deliveryId, "
            + "has no container drones/deliverySummaries with the partition key /ownerId");
        using var early = await delivery.Client.GetAsync(Utilization, Cancelled);
        await emulator.CreateContainersAsync();
        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);
        using var late = await delivery.Client.GetAsync(Utilization, Cancelled);

        Assert.Equal((HttpStatusCode.ServiceUnavailable, HttpStatusCode.OK), (early.StatusCode, late.StatusCode));
        // A check between the creation of both containers finds another reason, which is another warning.
        var warnings = delivery.Output.Where(line => line.Contains("creates nothing", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(warnings);
        Assert.Equal(warnings.Distinct(), warnings);
        Assert.Equal("{}", await emulator.CountAsync("managementCalls"));
    }

    [Fact(Timeout = 300_000)]
    public async Task Service_WithATokenForAnotherAccount_SaysSoAndIsReadyWithTheRightOne()
    {
        await using var emulator = await TokenEmulator.StartAsync();
        await emulator.CreateContainersAsync();
        await using var tokens = await TokenEndpoint.StartAsync(EmulatorOptions.WellKnownKey);
        tokens.Audience = "https://other.documents.azure.com";
        tokens.Lifetime = TimeSpan.FromSeconds(1);
        await using var delivery = await StartAsync(emulator, tokens);

        await delivery.WaitForReadinessAsync(HttpStatusCode.ServiceUnavailable, "Cosmos DB answered 401");
        using var early = await delivery.Client.GetAsync(Utilization, Cancelled);
        (tokens.Audience, tokens.Lifetime) = (null, TimeSpan.FromHours(1));
        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, early.StatusCode);
        Assert.Contains(delivery.Output, line => line.Contains("https://other.documents.azure.com", StringComparison.Ordinal));
    }

    [Fact(Timeout = 300_000)]
    public async Task Service_WithoutAToken_SaysSoAndIsReadyWithOne()
    {
        await using var emulator = await TokenEmulator.StartAsync();
        await emulator.CreateContainersAsync();
        await using var tokens = await TokenEndpoint.StartAsync(EmulatorOptions.WellKnownKey);
        tokens.IsOn = false;
        await using var delivery = await StartAsync(emulator, tokens);

        await delivery.WaitForReadinessAsync(HttpStatusCode.ServiceUnavailable, "Cosmos DB needs a token, which is not available");
        using var early = await delivery.Client.GetAsync(Utilization, Cancelled);
        tokens.IsOn = true;
        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, early.StatusCode);
    }

    /// <summary>A token is refused from five seconds after its expiry: the load lasts longer than the first token is valid.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Token_ThatExpiresUnderLoad_IsReplacedWithoutAnError()
    {
        await using var emulator = await TokenEmulator.StartAsync();
        await emulator.CreateContainersAsync();
        await using var tokens = await TokenEndpoint.StartAsync(EmulatorOptions.WellKnownKey);
        tokens.Lifetime = TimeSpan.FromSeconds(4);
        await using var delivery = await StartAsync(emulator, tokens);
        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);
        var start = TimeProvider.System.GetTimestamp();
        var statuses = new ConcurrentBag<HttpStatusCode>();
        var hasFailed = false;

        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => RequestAsync()));

        Assert.Equal([HttpStatusCode.OK], statuses.Distinct());
        Assert.Equal("{}", await emulator.CountAsync("refusedCalls"));
        Assert.InRange(tokens.Issued, 4, int.MaxValue);

        async Task RequestAsync()
        {
            while (!hasFailed
                && (tokens.Issued < 4 || TimeProvider.System.GetElapsedTime(start) < TimeSpan.FromSeconds(12)))
            {
                using var response = await delivery.Client.GetAsync(Utilization, Cancelled);
                statuses.Add(response.StatusCode);
                hasFailed |= !response.IsSuccessStatusCode;
            }
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Service_WithAKey_DoesNotLoadTheLibraryForIdentities()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the libraries of a process as a file.");
        await using var emulator = await TokenEmulator.StartAsync();
        await emulator.CreateContainersAsync();
        await using var delivery = await DeliveryProcess.StartAsync(
            new Dictionary<string, string>(),
            "--cosmos", $"AccountEndpoint={emulator.Endpoint}/;AccountKey={EmulatorOptions.WellKnownKey}");

        await delivery.WaitForReadinessAsync(HttpStatusCode.OK);

        Assert.True(await delivery.HasLoadedAsync("Microsoft.Azure.Cosmos.Client.dll"));
        Assert.False(await delivery.HasLoadedAsync(Library));
    }

    private static Task<DeliveryProcess> StartAsync(TokenEmulator emulator, TokenEndpoint tokens) =>
        DeliveryProcess.StartAsync(
            tokens.Environment, "--cosmos", emulator.Endpoint, "--cosmos-identity", "true", "--Cosmos:CheckEvery=00:00:01");
}
