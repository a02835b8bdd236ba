using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;

namespace DroneDelivery.Gateway.Tests.Plans;

/// <summary>Plans in a settings file that changes while the gateway runs.</summary>
public sealed class PlanChangeTests : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("plans-");
    private KeyedGateway _keyed = null!;
    private string _operator = "";
    private string _holder = "";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private string FileName => Path.Combine(_folder.FullName, "settings.json");

    public async ValueTask InitializeAsync()
    {
        _keyed = await KeyedGateway.StartAsync();
        _keyed.Gateway.With("Settings:File", FileName).With("Limits:Mode", "local");
        _operator = (await _keyed.Keys.AddAsync("operator", KeyScopes.Admin, plan: "unlimited")).Reveal();
        _holder = (await _keyed.Keys.AddAsync("acme", plan: "gold")).Reveal();
        Write("""{ "Plans": { "gold": { "RequestsPerDay": 3 } } }""");
    }

    public async ValueTask DisposeAsync()
    {
        await _keyed.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact(Timeout = 300_000)]
    public async Task Plans_FileChanged_AreInForceAtOnceAndTheDayStaysCounted()
    {
        Assert.Equal("\"day\";r=2;t=86400", await RemainingAsync());

        Write("""{ "Plans": { "gold": { "RequestsPerDay": 5, "Concurrency": 7 } } }""");
        var plans = await PlansAsync(view => View(view, "gold").GetProperty("requestsPerDay").GetInt32() == 5);

        Assert.Equal("\"day\";r=3;t=86400", await RemainingAsync());
        Assert.Equal(7, View(plans, "gold").GetProperty("concurrency").GetInt32());
        Assert.Equal(JsonValueKind.Null, plans.GetProperty("rejected").ValueKind);
    }

    [Fact(Timeout = 300_000)]
    public async Task Plans_ChangedAndWrong_FormerStayAndEveryFaultIsShown()
    {
        Assert.Equal("\"day\";r=2;t=86400", await RemainingAsync());

        Write("""{ "Plans": { "gold": { "RequestsPerDay": 9, "Concurrency": 0 }, "free": { "Burst": "x" } } }""");
        var plans = await PlansAsync(IsRejected);

        string[] faults =
        [
            "Plans:free: The input string 'x' was not in a correct format.",
            "Plans:gold:Concurrency must be at least 1, not 0.",
        ];
        Assert.Equal(faults, FaultsIn(plans));
        Assert.Equal(3, View(plans, "gold").GetProperty("requestsPerDay").GetInt32());
        Assert.Equal("\"day\";r=1;t=86400", await RemainingAsync());
        Assert.Equal(
            $"The former settings stay in use. {string.Join(" ", faults)}",
            Assert.Single(_keyed.Gateway.Warnings.Lines, line => line.StartsWith("The former", StringComparison.Ordinal)));

        Write("""{ "Plans": { "gold": { "RequestsPerDay": 4 } } }""");
        await PlansAsync(view => !IsRejected(view));
        Assert.Equal("\"day\";r=1;t=86400", await RemainingAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_RemovedWhileAKeyHasIt_IsRejectedWithTheNameOfTheKey()
    {
        Assert.Equal("\"day\";r=2;t=86400", await RemainingAsync());

        Write("""{ "Plans": { "silver": { "RequestsPerDay": 9 } } }""");
        var plans = await PlansAsync(IsRejected);

        var id = _holder.Split('_')[1];
        Assert.Equal([$"Plans:gold is missing, and 1 of the keys have this plan: {id} of acme."], FaultsIn(plans));
        Assert.False(plans.GetProperty("plans").TryGetProperty("silver", out _), "The change was applied in part.");
        Assert.Equal("\"day\";r=1;t=86400", await RemainingAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_RemovedAfterItsKeyWasRevoked_IsNotInForce()
    {
        Assert.Equal("\"day\";r=2;t=86400", await RemainingAsync());
        await _keyed.Keys.RevokeAsync(_holder.Split('_')[1]);
        _keyed.Poll();

        Write("""{ "Plans": { } }""");

        await PlansAsync(view => !view.GetProperty("plans").TryGetProperty("gold", out _));
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_RemovedAfterItsKeyExpired_IsNotInForce()
    {
        var expiresAt = _keyed.Gateway.Time.GetUtcNow() + TimeSpan.FromMinutes(1);
        var brief = (await _keyed.Keys.AddAsync("brief", plan: "silver", expiresAt: expiresAt)).Reveal();
        Write("""{ "Plans": { "gold": { "RequestsPerDay": 3 }, "silver": { "RequestsPerDay": 9 } } }""");
        Assert.Equal(HttpStatusCode.OK, await _keyed.StatusOfAsync(brief));
        _keyed.Gateway.Time.Advance(TimeSpan.FromMinutes(1));

        Write("""{ "Plans": { "gold": { "RequestsPerDay": 3 } } }""");

        await PlansAsync(view => !view.GetProperty("plans").TryGetProperty("silver", out _));
    }

    [Fact(Timeout = 300_000)]
    public async Task File_CannotBeRead_FormerPlansStayAndTheReasonIsShown()
    {
        Assert.Equal("\"day\";r=2;t=86400", await RemainingAsync());

        Write("""{ "Plans": """);
        var plans = await PlansAsync(IsRejected);

        Assert.StartsWith("The settings file settings.json cannot be used: ", Assert.Single(FaultsIn(plans)));
        Assert.Equal("\"day\";r=1;t=86400", await RemainingAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_AddedAfterAKeyOfIt_KeyIsAccepted()
    {
        var early = (await _keyed.Keys.AddAsync("early", plan: "silver")).Reveal();
        Assert.Equal(HttpStatusCode.Unauthorized, await _keyed.StatusOfAsync(early));

        Write("""{ "Plans": { "gold": { "RequestsPerDay": 3 }, "silver": { "RequestsPerDay": 9 } } }""");
        await PlansAsync(view => view.GetProperty("plans").TryGetProperty("silver", out _));

        while (await _keyed.StatusOfAsync(early) is not HttpStatusCode.OK)
        {
            await Task.Yield();
        }
    }

    private static bool IsRejected(JsonElement plans) => plans.GetProperty("rejected").ValueKind == JsonValueKind.Object;

    private static JsonElement View(JsonElement plans, string name) => plans.GetProperty("plans").GetProperty(name);

    private static IEnumerable<string?> FaultsIn(JsonElement plans) =>
        plans.GetProperty("rejected").GetProperty("faults").EnumerateArray().Select(fault => fault.GetString()).Order();

    // At once: the gateway never reads a part of the file.
    private void Write(string settings)
    {
        var file = Path.Combine(_folder.FullName, "next.json");
        File.WriteAllText(file, settings);
        File.Move(file, FileName, overwrite: true);
    }

    private async Task<string> RemainingAsync()
    {
        using var response = await _keyed.SendAsync(_holder);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return Assert.Single(response.Headers.GetValues("RateLimit"));
    }

    /// <summary>Returns what the admin API shows as soon as it meets the condition.</summary>
    private async Task<JsonElement> PlansAsync(Predicate<JsonElement> condition)
    {
        while (true)
        {
            using var response = await _keyed.SendAsync(_operator, "/admin/plans");
            var plans = await response.Content.ReadFromJsonAsync<JsonElement>(Cancelled);
            if (condition(plans))
            {
                return plans;
            }
        }
    }
}
