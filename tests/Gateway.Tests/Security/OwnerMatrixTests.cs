using System.Net;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>
/// Broken object-level authorization (OWASP API1:2023): each route with each kind of key, with an empty cache and with one that
/// an operator has filled.
/// </summary>
public sealed class OwnerMatrixTests
{
    private const string Owner = "owner-0007";
    private const string Month = "year=2025&month=3";
    private const string OwnersShown = "X-Owners-Shown";
    private const string AnyMethod = "*";
    private const KeyScopes Data = (KeyScopes)~0 & ~KeyScopes.Admin;

    /// <summary>A request for each route of the gateway.</summary>
    private static readonly Row[] Rows =
    [
        new("/api/invoices/{ownerId}", $"/api/invoices/{Owner}?{Month}", Check.Gateway),
        new("/api/deliveries", $"/api/deliveries?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/deliveries/report", $"/api/deliveries/report?{Month}", Check.Service),
        new("/api/deliveries/summary", $"/api/deliveries/summary?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/deliveries/utilization", $"/api/deliveries/utilization?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/deliveries/{id}", "/api/deliveries/d-1", Check.Service),
        new("/api/deliveries/{id}", $"/api/deliveries/d-1?ownerId={Owner}", Check.Gateway),
        new("/api/deliveries/{**rest}", "/api/deliveries", Check.Service, "POST"),
        new("/api/deliveries/{**rest}", $"/api/deliveries/any/other?ownerId={Owner}", Check.Gateway),
        new("/api/packages/{**rest}", $"/api/packages?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/packages/{**rest}", $"/api/packages/summary?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/packages/{**rest}", "/api/packages/p-1", Check.Service),
        new("/api/drones/{**rest}", $"/api/drones/summary?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/drones/{**rest}", $"/api/drones/assignments?ownerId={Owner}&{Month}", Check.Gateway),
        new("/api/drones/{**rest}", "/api/drones/drone-001", Check.Service),
        new("/api/drones/{**rest}", "/api/drones", Check.Service),
        new("/admin/keys/", "/admin/keys", Check.Scope),
        new("/admin/keys/", "/admin/keys", Check.Scope, "POST"),
        new("/admin/keys/{id}/rotate", "/admin/keys/any/rotate", Check.Scope, "POST"),
        new("/admin/keys/{id}", "/admin/keys/any", Check.Scope, "DELETE"),
        new("/admin/plans", "/admin/plans", Check.Scope),
        new("/admin/session/", "/admin/session", Check.Scope),
        new("/admin/session/", "/admin/session", Check.Scope, "POST"),
        new("/admin/session/", "/admin/session", Check.Scope, "DELETE"),
        new("/admin/usage", "/admin/usage", Check.Scope),
    ];

    private enum Check
    {
        /// <summary>The request names the owner: the gateway refuses others before it asks a backend.</summary>
        Gateway,

        /// <summary>The request names no owner: the gateway sends the key's owners, by which the service filters.</summary>
        Service,

        /// <summary>No data of owners: another scope is required.</summary>
        Scope,
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Request_OfEachKindOfKey_SeesItsOwnersOnly(bool isCached)
    {
        await using var keyed = await StartAsync();
        var revoked = await keyed.AddAsync(Data, owners: Owner);
        await keyed.Keys.RevokeAsync(revoked.Id);
        var keys = new (string Kind, string? Key, string Owners)[]
        {
            ("none", null, ""),
            ("wrong", ApiKey.Create().Reveal(), ""),
            ("revoked", revoked.Reveal(), ""),
            ("another owner's", (await keyed.AddAsync(Data, owners: "owner-0001")).Reveal(), "owner-0001"),
            ("right owner's", (await keyed.AddAsync(Data, owners: Owner)).Reveal(), Owner),
            ("operator's", (await keyed.AddAsync(Data, owners: "*")).Reveal(), "*"),
        };
        var operators = keys[^1].Key;

        var (wrong, hits) = (new List<string>(), new HashSet<string>());
        foreach (var row in Rows)
        {
            foreach (var (kind, key, owners) in keys)
            {
                if (isCached)
                {
                    (await keyed.SendAsync(operators, row.Address, row.Method)).Dispose();
                }

                using var response = await keyed.SendAsync(key, row.Address, row.Method);
                var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
                var expected = ExpectedStatus(row.Check, owners);
                // A fake backend repeats, in the body and in a header, the owners that it may return data of.
                var shown = $"{response.Headers}{response.Content.Headers}{body}";
                var isOwn = row.Check != Check.Service
                    || (body == $"for {owners}" && response.Headers.GetValues(OwnersShown).Single() == body);
                if (response.StatusCode != expected
                    || (expected == HttpStatusCode.OK ? !isOwn : shown.Contains("for ", StringComparison.Ordinal)))
                {
                    wrong.Add($"{row.Method} {row.Address} with {kind} key: {(int)response.StatusCode} {shown}");
                }

                if (shown.Contains("X-Cache: HIT", StringComparison.Ordinal))
                {
                    hits.Add($"{kind} {row.Address}");
                }
            }
        }

        Assert.Empty(wrong);
        // Otherwise nothing was tried with a cache.
        Assert.Equal(isCached, hits.Contains($"right owner's {Rows[0].Address}"));
        Assert.Equal(isCached, hits.Contains("operator's /api/deliveries/d-1"));
        Assert.DoesNotContain("right owner's /api/deliveries/d-1", hits);
    }

    [Fact]
    public async Task Routes_All_HaveARow()
    {
        await using var keyed = await StartAsync();

        var routes = keyed.Gateway.Services.GetRequiredService<EndpointDataSource>().Endpoints
            .OfType<RouteEndpoint>()
            .Where(endpoint => RequiredScope.Find(endpoint) is not null || endpoint.Metadata.GetMetadata<RequiredBackends>() is not null)
            .SelectMany(endpoint => MethodsOf(endpoint).Select(method => (Method: method, Route: endpoint.RoutePattern.RawText)))
            .ToArray();

        Assert.DoesNotContain(routes, route => !Rows.Any(row =>
            row.Route == route.Route && (route.Method is AnyMethod || row.Method == route.Method)));
        Assert.DoesNotContain(Rows, row => !routes.Any(route => route.Route == row.Route));
    }

    // Routes of the gateway such as /api/packages/{**rest} forward whatever a service has.
    [Fact]
    public void ServiceRoutes_All_HaveARow() => Assert.DoesNotContain(ServiceRoute.All, route => !Rows.Any(row =>
        row.Method == route.Method && row.Address.Split('?')[0] == $"/api{route.Path}"));

    [Fact]
    public async Task Refusal_OfAnOwner_DoesNotTellWhetherThereIsOne()
    {
        await using var keyed = await StartAsync();
        var key = (await keyed.AddAsync(Data, owners: "owner-0001")).Reveal();

        var answers = new HashSet<string>();
        foreach (var owner in new[] { Owner, "nobody", "owner-9999" })
        {
            using var response = await keyed.SendAsync(key, $"/api/invoices/{owner}?{Month}");
            var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            answers.Add($"{(int)response.StatusCode} {response.Headers} {WithoutTrace(body)}");
        }

        Assert.Contains(ForwardedCaller.Refusal, Assert.Single(answers));
        Assert.Empty(keyed.Gateway.Delivery.Requests);
        Assert.Empty(keyed.Gateway.Package.Requests);
    }

    // A service may read the first or the last of two, decode once more, or disregard case.
    [Theory(Timeout = 300_000)]
    [InlineData($"/api/deliveries?ownerId={Owner}&ownerId=owner-0001&{Month}")]
    [InlineData($"/api/deliveries?ownerId=owner-0001&OwnerId={Owner}&{Month}")]
    [InlineData($"/api/deliveries?ownerid={Owner}&{Month}")]
    [InlineData($"/api/deliveries?owner%49d={Owner}&{Month}")]
    [InlineData($"/api/deliveries?ownerId=owner%2D0007&{Month}")]
    [InlineData($"/api/deliveries?ownerId=owner-0007+&{Month}")]
    [InlineData($"/api/deliveries?ownerId=owner-0007%00&{Month}")]
    [InlineData($"/api/deliveries/d-1?ownerId=owner-0001&%6FwnerId={Owner}")]
    [InlineData($"/api/invoices/owner-0001?{Month}&ownerId={Owner}")]
    [InlineData($"/api/invoices/owner%2D0001?{Month}")]
    public async Task Owner_GivenAmbiguously_IsRefusedWithEveryKey(string address)
    {
        await using var keyed = await StartAsync();
        string[] keys =
        [
            (await keyed.Keys.AddAsync("holder-0", Data, owners: "owner-0001")).Reveal(),
            (await keyed.Keys.AddAsync("holder-1", Data, owners: Owner)).Reveal(),
            (await keyed.Keys.AddAsync("holder-2", Data, owners: AllowedOwners.AllText)).Reveal(),
        ];
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        foreach (var key in keys)
        {
            // Raw bytes: HttpClient decodes escapes of characters that need none.
            var answer = await gateway.SendAsync(
                $"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{KeyInRequest.Header}: {key}\r\n\r\n");

            Assert.Equal([400], answer.Statuses);
            Assert.Contains("The owner must be given once, as ownerId", answer.Text);
            Assert.Contains("\"failure\":\"ambiguous-owner\"", answer.Text);
        }

        Assert.Empty(gateway.Reached);
    }

    [Theory]
    [InlineData("/api/invoices/a@b.c?year=2025&month=3")]
    [InlineData("/api/invoices/a%40b.c?year=2025&month=3")]
    [InlineData("/api/packages/p-1?ownerId=a@b.c")]
    [InlineData("/api/packages/p-1?ownerId=a%40b.c")]
    public async Task Owner_WithAnAtSign_IsReadEscapedAndNot(string address)
    {
        await using var keyed = await StartAsync();
        var owned = (await keyed.AddAsync(Data, owners: "a@b.c")).Reveal();
        var other = (await keyed.AddAsync(Data, owners: "a")).Reveal();

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(owned, address));
        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(other, address));
    }

    [Fact]
    public async Task Holder_OfTheKey_IsSentToTheBackend()
    {
        await using var keyed = await StartAsync();
        keyed.Gateway.Package.Answer(
            "/packages/p-1", context => context.Response.WriteAsync($"{context.Request.Headers[ForwardedCaller.HolderHeader]}"));

        using var response = await keyed.SendAsync((await keyed.AddAsync(Data)).Reveal(), "/api/packages/p-1");

        Assert.Equal("holder-1", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    private static async Task<KeyedGateway> StartAsync()
    {
        var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Cache:Mode", "gateway").With("Usage:Mode", "sqlite").With("Shedding:Mode", "none");
        foreach (var path in new[] { "", "/report", "/d-1", "/any/other" })
        {
            keyed.Gateway.Delivery.Answer($"/deliveries{path}", RepeatOwners);
        }

        keyed.Gateway.Package.Answer("/packages", RepeatOwners);
        keyed.Gateway.Package.Answer("/packages/p-1", RepeatOwners);
        keyed.Gateway.DroneScheduler.Answer("/drones/assignments", RepeatOwners);
        keyed.Gateway.DroneScheduler.Answer("/drones", RepeatOwners);
        keyed.Gateway.DroneScheduler.Answer("/drones/drone-001", RepeatOwners);
        return keyed;
    }

    private static IEnumerable<string> MethodsOf(RouteEndpoint endpoint) =>
        endpoint.Metadata.GetMetadata<HttpMethodMetadata>() is { HttpMethods: { Count: > 0 } methods }
            ? methods
            : [AnyMethod];

    private static Task RepeatOwners(HttpContext context)
    {
        var owners = $"for {context.Request.Headers[ForwardedCaller.OwnersHeader]}";
        context.Response.Headers[OwnersShown] = owners;
        return context.Response.WriteAsync(owners);
    }

    private static HttpStatusCode ExpectedStatus(Check check, string owners) => (check, owners) switch
    {
        (_, "") => HttpStatusCode.Unauthorized,
        (Check.Scope, _) => HttpStatusCode.Forbidden,
        (Check.Gateway, "owner-0001") => HttpStatusCode.Forbidden,
        _ => HttpStatusCode.OK,
    };

    private static string WithoutTrace(string body) => body[..body.IndexOf("traceId", StringComparison.Ordinal)];

    private sealed record Row(string Route, string Address, Check Check, string Method = "GET");
}
