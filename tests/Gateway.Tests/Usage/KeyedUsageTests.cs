using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.Gateway.Tests.Security;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>Usage where keys are asked for: it is counted by key, and shown to administrators.</summary>
public sealed class KeyedUsageTests
{
    private const string WrongMonth = "/api/invoices/owner-0007?year=2025&month=13";

    [Fact]
    public async Task Report_RequestsWithAndWithoutKeys_HasThemByKeyAndStatus()
    {
        await using var keyed = await StartAsync();
        var (acme, lists) = (await keyed.Keys.AddAsync(), await keyed.Keys.AddAsync("lists", KeyScopes.PackagesRead));
        foreach (var key in new[] { acme.Reveal(), acme.Reveal(), lists.Reveal(), "wrong", null })
        {
            await keyed.StatusOfAsync(key);
        }

        var report = await ReportAsync(keyed);

        Assert.Equal(
            new[] { (acme.Id, 200, 2L), (lists.Id, 403, 1L), ("none", 401, 2L) }.Order(),
            report.GetProperty("rows").EnumerateArray().Select(row => (
                row.GetProperty("key").GetString()!,
                row.GetProperty("status").GetInt32(),
                row.GetProperty("sums").GetProperty("requests").GetInt64())).Order());
    }

    [Fact]
    public async Task Report_RequestsThatNoRouteFits_HasThemTogether()
    {
        await using var keyed = await StartAsync();
        var acme = await keyed.Keys.AddAsync();
        await keyed.StatusOfAsync(null, "/admin/keys", "PUT");
        await keyed.StatusOfAsync(null, "/admin/nowhere");
        await keyed.StatusOfAsync(acme.Reveal(), "/api/invoices/owner-0007", "PUT");

        var report = await ReportAsync(keyed, "?route=none");

        Assert.Equal(
            [("none", 401, 2L), (acme.Id, 405, 1L)],
            report.GetProperty("rows").EnumerateArray().Select(row => (
                row.GetProperty("key").GetString()!,
                row.GetProperty("status").GetInt32(),
                row.GetProperty("sums").GetProperty("requests").GetInt64())));
    }

    [Fact]
    public async Task Report_RequestRefusedBeforeItsKeyIsRead_HasItWithoutKey()
    {
        await using var keyed = await StartAsync();
        var acme = await keyed.Keys.AddAsync();
        await keyed.StatusOfAsync(acme.Reveal(), "/api/invoices/owner%2F0007");

        var row = Assert.Single((await ReportAsync(keyed)).GetProperty("rows").EnumerateArray());

        Assert.Equal(("none", 400), (row.GetProperty("key").GetString(), row.GetProperty("status").GetInt32()));
    }

    [Fact]
    public async Task Report_RequestsOfTwoMinutes_HasTotalAndIntervals()
    {
        await using var keyed = await StartAsync();
        var acme = (await keyed.Keys.AddAsync()).Reveal();
        await keyed.StatusOfAsync(acme);
        await FlushAsync(keyed);
        keyed.Gateway.Time.Advance(TimeSpan.FromMinutes(2));
        await keyed.StatusOfAsync(acme);
        await keyed.StatusOfAsync(acme, WrongMonth);

        var report = await ReportAsync(keyed);

        Assert.Equal(60, report.GetProperty("intervalSeconds").GetInt32());
        Assert.Equal(3, report.GetProperty("total").GetProperty("requests").GetInt64());
        Assert.Equal(
            [("2026-01-01T00:00:00+00:00", 1L), ("2026-01-01T00:02:00+00:00", 2L)],
            report.GetProperty("intervals").EnumerateArray().Select(interval => (
                interval.GetProperty("start").GetString(), interval.GetProperty("sums").GetProperty("requests").GetInt64())));
    }

    [Theory]
    [InlineData("?route=/api/invoices/{ownerId}", 1)]
    [InlineData("?route=/api/nothing", 0)]
    [InlineData("?key=none", 1)]
    [InlineData("?key=k-7", 0)]
    [InlineData("?from=2025-12-31T23:59:00Z&to=2026-01-01T00:00:00Z", 0)]
    [InlineData("?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z", 1)]
    public async Task Report_Narrowed_HasNoMoreThanAskedFor(string query, long expected)
    {
        await using var keyed = await StartAsync();
        await keyed.StatusOfAsync(null);

        var report = await ReportAsync(keyed, query);

        Assert.Equal(expected, report.GetProperty("total").GetProperty("requests").GetInt64());
    }

    // Acme has a key for one owner and, after a rotation, a second one; Beta's is for two owners.
    [Theory]
    [InlineData("", new[] { "acme", "acme", "beta" }, 4)]
    [InlineData("?holder=acme", new[] { "acme", "acme" }, 3)]
    [InlineData("?owner=owner-0007", new[] { "acme", "acme", "beta" }, 4)]
    [InlineData("?owner=owner-0008", new[] { "beta" }, 1)]
    [InlineData("?holder=acme&owner=owner-0008", new string[0], 0)]
    [InlineData("?holder=unknown", new string[0], 0)]
    public async Task Report_ByHolderOrOwner_HasAllKeysOfThem(string query, string[] holders, long expected)
    {
        await using var keyed = await StartAsync();
        var first = await keyed.Keys.AddAsync("acme", owners: "owner-0007");
        var second = (await keyed.Keys.RotateAsync(first.Id)).Issued!.Key;
        string[] keys =
        [
            first.Reveal(), second.Reveal(), (await keyed.Keys.AddAsync("beta", owners: "owner-0007,owner-0008")).Reveal(),
        ];
        foreach (var key in keys.Prepend(keys[0]))
        {
            Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        }

        var report = await ReportAsync(keyed, query);

        Assert.Equal(expected, report.GetProperty("total").GetProperty("requests").GetInt64());
        Assert.Equal(
            holders,
            report.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("holder").GetString()).Order());
    }

    [Theory]
    [InlineData("?from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z", "is not before")]
    [InlineData("?to=1970-01-01T00:00:00Z", "before 1970")]
    public async Task Report_TimesThatCannotBe_IsRefusedWithTheReason(string query, string expected)
    {
        await using var keyed = await StartAsync();

        using var response = await keyed.SendAsync(await AddAdministratorAsync(keyed), $"/admin/usage{query}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(expected, (await response.ReadProblemAsync()).GetProperty("errors").ToString());
    }

    [Fact]
    public async Task Report_KeyOfNoAdministrator_IsRefused()
    {
        await using var keyed = await StartAsync();
        var acme = (await keyed.Keys.AddAsync()).Reveal();

        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(null, "/admin/usage"));
        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(acme, "/admin/usage"));
    }

    [Fact]
    public async Task Report_DatabaseCannotBeRead_Is503WithoutNamingTheFile()
    {
        await using var keyed = await StartAsync();
        var administrator = await AddAdministratorAsync(keyed);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(administrator, "/admin/usage"));
        // A folder in its place, since a new file could be filled from its write-ahead log.
        File.Move(keyed.Keys.File, $"{keyed.Keys.File}.away");
        Directory.CreateDirectory(keyed.Keys.File);

        using var response = await keyed.SendAsync(administrator, "/admin/usage");

        Directory.Delete(keyed.Keys.File);
        File.Move($"{keyed.Keys.File}.away", keyed.Keys.File);
        var problem = await response.ReadProblemAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Equal("database", problem.GetProperty("failure").GetString());
        Assert.Equal("The keys or the usage cannot be read or written.", problem.GetProperty("detail").GetString());
    }

    [Fact(Timeout = 300_000)]
    public async Task Report_ClientClosesWhileItIsSent_IsCountedWith499()
    {
        await using var keyed = await StartAsync();
        var store = new LongUsage(new HttpContextAccessor());
        keyed.Gateway.WithServices(services => services.AddSingleton<IUsageStore>(store).AddHttpContextAccessor());
        var administrator = await AddAdministratorAsync(keyed);
        await using var open = OpenGateway.Open(keyed.Gateway);

        using (var client = new TcpClient { ReceiveBufferSize = 4096 })
        {
            await client.ConnectAsync(IPAddress.Loopback, open.AdminPort, TestContext.Current.CancellationToken);
            await using var stream = client.GetStream();
            await stream.WriteAsync(
                Encoding.ASCII.GetBytes($"GET /admin/usage HTTP/1.1\r\nHost: localhost\r\n{KeyInRequest.Header}: {administrator}\r\n\r\n"),
                TestContext.Current.CancellationToken);
            var status = new byte[12];
            await stream.ReadExactlyAsync(status, TestContext.Current.CancellationToken);
            Assert.Equal("HTTP/1.1 200", Encoding.ASCII.GetString(status));
            while (!store.Request!.HasWaitedForClient)
            {
                TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
                await Task.Yield();
            }
        }

        await keyed.EndedAsync();
        Assert.True(await FlushAsync(keyed));
        Assert.Equal(499, Assert.Single(store.Written.Keys).Status);
    }

    private static async Task<KeyedGateway> StartAsync()
    {
        var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Usage:Mode", "sqlite");
        return keyed;
    }

    private static async Task<string> AddAdministratorAsync(KeyedGateway keyed)
    {
        var key = (await keyed.Keys.AddAsync("admin", KeyScopes.Admin)).Reveal();
        // Keys that were added are known after the next look at the database.
        keyed.Gateway.Time.Advance(TimeSpan.FromSeconds(1));
        return key;
    }

    private static Task<bool> FlushAsync(KeyedGateway keyed) =>
        keyed.Gateway.Services.GetRequiredService<UsageFlusher>().FlushAsync(TestContext.Current.CancellationToken);

    private static async Task<JsonElement> ReportAsync(KeyedGateway keyed, string query = "")
    {
        Assert.True(await FlushAsync(keyed));
        using var response = await keyed.SendAsync(await AddAdministratorAsync(keyed), $"/admin/usage{query}");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
    }

    /// <summary>
    /// Far more usage than the buffers of a connection hold. A request that reads it ends when the server knows that the client has
    /// closed the connection, which may be later than the end of the response.
    /// </summary>
    private sealed class LongUsage(IHttpContextAccessor context) : IUsageStore
    {
        public Dictionary<UsageKey, UsageFigures> Written { get; } = [];

        public CountedRequest? Request { get; private set; }

        public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
        {
            foreach (var (key, figures) in batch.Rows)
            {
                Written.Add(key, figures);
            }

            return Task.CompletedTask;
        }

        public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken)
        {
            var closed = new TaskCompletionSource();
            cancellationToken.Register(closed.SetResult);
            Request = (CountedRequest)context.HttpContext!.Features.GetRequiredFeature<IHttpResponseBodyFeature>();
            // Callbacks run in the reverse order of their registration, so this one delays the count of the request.
            context.HttpContext.Response.OnCompleted(() => closed.Task);
            return Task.FromResult(new UsageRead(
                new Dictionary<UsageKey, UsageFigures>(),
                [.. Enumerable.Range(0, 200_000).Select(minute => KeyValuePair.Create(60L * minute, new UsageFigures()))]));
        }
    }
}
