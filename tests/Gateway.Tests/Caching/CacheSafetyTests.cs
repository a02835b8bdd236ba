using System.Net;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>No client gets what is not meant for it, or what another client has planted.</summary>
public sealed class CacheSafetyTests
{
    // These requests name no owner, so a service filters the answer by the owners of the key.
    [Theory]
    [InlineData("/api/deliveries/report?year=2025&month=3", "/deliveries/report")]
    [InlineData("/api/deliveries/d-1", "/deliveries/d-1")]
    public async Task Answer_FilteredByOwners_IsNotGivenToAKeyOfOthers(string address, string path)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer(path, 200, "{}");
        await gateway.GetAsync(address, ("X-Test-Key", "one"));

        var other = await gateway.GetAsync(address, ("X-Test-Key", "other"));
        var none = await gateway.GetAsync(address);
        var same = await gateway.GetAsync(address, ("X-Test-Key", "one"));

        Assert.Equal(("MISS", "MISS", "HIT"), (other.Cache, none.Cache, same.Cache));
    }

    [Theory]
    [InlineData("/api/deliveries/report?year=2025&month=3", "/deliveries/report", "one")]
    [InlineData("/api/deliveries/d-1?ownerId=owner-0007", "/deliveries/d-1", "owner-0007")]
    public async Task Fetch_HasTheOwnersOfTheCacheKeyAndNoHolder(string address, string path, string expected)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer(path, context => context.Response.WriteAsync(
            $"{context.Request.Headers[ForwardedCaller.OwnersHeader]} {context.Request.Headers[ForwardedCaller.HolderHeader]}"));

        var answer = await gateway.GetAsync(address, ("X-Test-Key", "one"));

        Assert.Equal((expected, "MISS"), (answer.Body.TrimEnd(), answer.Cache));
    }

    // The policy of a report has no ownerId, so its cache key has the owners of the API key instead.
    [Fact]
    public async Task Owner_OutsideTheKey_CannotPoisonTheAnswer()
    {
        const string Report = "/api/deliveries/report?year=2025&month=6";
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Cache:Mode", "gateway");
        keyed.Gateway.Delivery.Answer("/deliveries/report", context => context.Response.WriteAsync(
            $"{context.Request.QueryString} for {context.Request.Headers[ForwardedCaller.OwnersHeader]}"));
        var poisoner = (await keyed.AddAsync(KeyScopes.DeliveriesRead)).Reveal();
        var victim = (await keyed.AddAsync(KeyScopes.DeliveriesRead)).Reveal();

        using var poisoned = await keyed.SendAsync(poisoner, $"{Report}&ownerId=nobody");
        using var answer = await keyed.SendAsync(victim, Report);

        Assert.Equal(
            ("MISS", "HIT"), (poisoned.Headers.GetValues("X-Cache").Single(), answer.Headers.GetValues("X-Cache").Single()));
        Assert.Equal(
            "?year=2025&month=6 for *", await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    // The scheme is not in the cache key, so the response must not depend on that of the first client.
    [Fact]
    public async Task Fetch_OfAnHttpsClient_DoesNotForwardItsScheme()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.AnswerList(context => context.Response.WriteAsync(context.Request.Headers["X-Forwarded-Proto"].ToString()));

        var answer = await gateway.GetAsync($"https://localhost{CachedGateway.List}");

        Assert.Equal("http", answer.Body);
    }

    // The owner that a request names is checked before the cache.
    [Theory]
    [InlineData(CachedGateway.List)]
    [InlineData("/api/invoices/owner-0007?year=2025&month=3")]
    [InlineData("/api/deliveries/d-1?ownerId=owner-0007")]
    public async Task Answer_OfANamedOwner_IsOneForAllKeys(string address)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries/d-1", 200, "{}");
        await gateway.GetAsync(address, ("X-Test-Key", "one"));

        Assert.Equal("HIT", (await gateway.GetAsync(address, ("X-Test-Key", "other"))).Cache);
    }

    [Theory]
    [InlineData("Set-Cookie", "session=1")]
    [InlineData("Cache-Control", "private, max-age=60")]
    [InlineData("Cache-Control", "no-store")]
    [InlineData("Cache-Control", "no-cache")]
    [InlineData("Cache-Control", "max-age=;;nonsense")]
    [InlineData("Vary", "Accept-Language")]
    [InlineData("Vary", "*")]
    public async Task Answer_NotForAll_GoesToEachFromTheBackend(string header, string value)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.AnswerList(context =>
        {
            context.Response.Headers[header] = value;
            return context.Response.WriteAsync($"for {gateway.Made}");
        });

        var one = await gateway.GetAsync();
        var other = await gateway.GetAsync();

        Assert.Equal((null, null), (one.Cache, other.Cache));
        Assert.NotEqual(one.Body, other.Body);
    }

    [Theory]
    [InlineData("Authorization", "Basic b25lOnR3bw==")]
    [InlineData("Cookie", "session=1")]
    public async Task Request_WithCredentials_GoesPastTheCache(string header, string value)
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();

        var own = await gateway.GetAsync(CachedGateway.List, (header, value));
        var after = await gateway.GetAsync();

        Assert.Equal(("list 2", null), (own.Body, own.Cache));
        Assert.Equal(("list 1", "HIT"), (after.Body, after.Cache));
    }

    [Theory]
    [InlineData(HttpStatusCode.InternalServerError)]
    [InlineData(HttpStatusCode.NoContent)]
    [InlineData(HttpStatusCode.Found)]
    [InlineData(HttpStatusCode.PartialContent)]
    [InlineData(HttpStatusCode.Gone)]
    public async Task Answer_Not200Or404_IsNotKept(HttpStatusCode status)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries", (int)status);
        var first = await gateway.GetAsync();
        gateway.AnswerList(_ => Task.CompletedTask);

        var second = await gateway.GetAsync();

        Assert.Equal(((int)status, 200, "MISS"), (first.Status, second.Status, second.Cache));
    }

    // The backend repeats all that it is told: were any of it told, the next client would read it.
    [Theory]
    [InlineData("X-Forwarded-Host")]
    [InlineData("X-Forwarded-For")]
    [InlineData("X-Forwarded-Proto")]
    [InlineData("X-Forwarded-Prefix")]
    [InlineData("Forwarded")]
    [InlineData("X-Original-URL")]
    [InlineData("X-Rewrite-URL")]
    [InlineData("X-HTTP-Method-Override")]
    [InlineData("Accept-Language")]
    [InlineData("Origin")]
    [InlineData("User-Agent")]
    [InlineData("Range")]
    [InlineData("Host")]
    public async Task Header_OutsideTheKey_CannotPoisonTheAnswer(string header)
    {
        const string Poison = "bytes=0-6, evil.example";
        await using var gateway = await CachedGateway.StartAsync();
        gateway.AnswerList(context => context.Response.WriteAsync(
            string.Join('\n', context.Request.Headers.Select(sent => $"{sent.Key}: {sent.Value}"))));

        var poisoned = await gateway.GetAsync(CachedGateway.List, (header, header == "Host" ? "evil.example" : Poison));
        var victim = await gateway.GetAsync();

        Assert.Equal((200, "MISS", "HIT"), (poisoned.Status, poisoned.Cache, victim.Cache));
        Assert.DoesNotContain("evil", victim.Body);
    }

    [Theory]
    [InlineData("/api/invoices/owner-0007/x.css?year=2025&month=3")]
    [InlineData("/api/invoices/owner-0007%2Fx.css?year=2025&month=3")]
    [InlineData("/api/invoices/owner-0007;x.css?year=2025&month=3")]
    [InlineData("/api/invoices/owner-0007.css?year=2025&month=3")]
    [InlineData("/api/invoices/owner-0007%0A?year=2025&month=3")]
    public async Task Path_DressedUpAsAFile_GivesNothingToAnotherOwnersKey(string address)
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Cache:Mode", "gateway");
        (await keyed.SendAsync((await keyed.AddAsync(owners: "owner-0007")).Reveal(), address)).Dispose();

        using var attacker = await keyed.SendAsync((await keyed.AddAsync(owners: "owner-0001")).Reveal(), address);

        Assert.InRange((int)attacker.StatusCode, 400, 404);
        Assert.False(attacker.Headers.Contains("X-Cache"), "The answer came by the cache.");
    }

    [Theory]
    [InlineData("/api/deliveries/report/x.css")]
    [InlineData("/api/deliveries/d-1/photo.png")]
    public async Task Path_WithoutPolicy_IsNeverKept(string address)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer(address["/api".Length..], 200, "{}");

        await gateway.GetAsync(address);
        var second = await gateway.GetAsync(address);

        Assert.Equal((200, null), (second.Status, second.Cache));
    }

    // What the backend would read differently from the gateway must not be kept under the plain question's key.
    [Theory]
    [InlineData("ownerId=owner-0007&year=2025&month=3&ownerId=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=3&OwnerId=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=3&owner%49d=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=3;ownerId=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=3%26ownerId=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=03")]
    [InlineData("ownerId=owner-0007&year=2025&month=")]
    [InlineData("ownerId=owner-0007&year=2025&month")]
    [InlineData("ownerId=owner-0007&year=2025")]
    public async Task Query_InDisguise_DoesNotAnswerThePlainOne(string query)
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync($"/api/deliveries?{query}");

        var plain = await gateway.GetAsync();

        Assert.Equal(("list 2", "MISS"), (plain.Body, plain.Cache));
    }

    // Otherwise a client could reach the backend with each request, with another invented parameter each time.
    [Theory]
    [InlineData("ownerId=owner-0007&year=2025&month=3&utm_source=x")]
    [InlineData("_=17&ownerId=owner-0007&year=2025&month=3&_=18")]
    [InlineData("ownerId=owner-0007&year=2025&month=3&ownerId[]=evil")]
    [InlineData("ownerId=owner-0007&year=2025&month=3&_method=DELETE")]
    [InlineData("ownerId=owner-0007&&year=2025&month=3")]
    public async Task Query_ParameterUnknownToThePolicy_IsNotSentAndSharesTheAnswer(string query)
    {
        await using var gateway = await CachedGateway.StartAsync();

        var first = await gateway.GetAsync($"/api/deliveries?{query}");
        var plain = await gateway.GetAsync();

        Assert.Equal(("MISS", "HIT"), (first.Cache, plain.Cache));
        Assert.Equal(["GET /deliveries?ownerId=owner-0007&year=2025&month=3"], gateway.Delivery.Requests);
    }

    [Fact]
    public async Task Answer_ForAKey_IsPrivateAlsoFromTheCache()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Cache:Mode", "gateway");
        keyed.Gateway.Delivery.Answer("/deliveries/d-1", context =>
        {
            context.Response.Headers.CacheControl = "max-age=60";
            return context.Response.WriteAsync("{}");
        });
        var key = (await keyed.AddAsync(KeyScopes.DeliveriesRead)).Reveal();

        using var miss = await keyed.SendAsync(key, "/api/deliveries/d-1");
        using var hit = await keyed.SendAsync(key, "/api/deliveries/d-1");
        using var without = await keyed.SendAsync(null, "/health/live");

        Assert.Equal("HIT", hit.Headers.GetValues("X-Cache").Single());
        Assert.All([miss, hit], response => Assert.Equal(
            (true, TimeSpan.FromSeconds(60)), (response.Headers.CacheControl!.Private, response.Headers.CacheControl.MaxAge)));
        Assert.NotEqual(true, without.Headers.CacheControl?.Private);
    }

    [Fact]
    public async Task Method_Override_DoesNotInvalidate()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();

        await gateway.GetAsync(CachedGateway.List, ("X-HTTP-Method-Override", "DELETE"));

        Assert.Equal("HIT", (await gateway.GetAsync()).Cache);
    }

    [Fact]
    public async Task Answer_LargerThanItsShare_ComesWholeAndIsNotKept()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Megabytes", "1");
        gateway.AnswerList(context => context.Response.WriteAsync(new string('x', 200_000)));

        var first = await gateway.GetAsync();
        var second = await gateway.GetAsync();

        Assert.Equal((200_000, null), (first.Body.Length, first.Cache));
        Assert.Equal((200_000, null), (second.Body.Length, second.Cache));
    }

    [Fact]
    public async Task Request_WithAnEndlessParameter_GoesPastTheCache()
    {
        await using var gateway = await CachedGateway.StartAsync();
        var address = $"/api/deliveries?ownerId={new string('a', 2_000)}";

        await gateway.GetAsync(address);
        var second = await gateway.GetAsync(address);

        Assert.Equal(("list 2", null), (second.Body, second.Cache));
    }
}
