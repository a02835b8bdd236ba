using System.Net;
using System.Text;
using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Tests.Admin;

/// <summary>Sessions of the admin page, and the requests of other sites that a browser would send with the cookie.</summary>
public sealed class SessionTests
{
    private const string Session = "/admin/session";
    private const string Keys = "/admin/keys";
    private const string Origin = "Origin";
    private const string Site = "Sec-Fetch-Site";
    private const string Token = SessionMiddleware.TokenHeader;

    [Fact(Timeout = 300_000)]
    public async Task SignIn_WithAnOperatorsKey_SetsACookieThatScriptsAndOtherSitesCannotUse()
    {
        await using var admin = await OpenAdmin.StartAsync();

        using var response = await admin.SendAsync("POST", Session, null, null, ("X-Api-Key", admin.Key.Reveal()));

        var cookie = Assert.Single(response.Headers.GetValues("Set-Cookie"));
        Assert.Matches("^gateway-session=[0-9a-f]{64}; path=/admin; samesite=strict; httponly$", cookie);
        Assert.Equal("no-store", response.Headers.CacheControl?.ToString());
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.DoesNotContain(admin.Key.Secret, body);
        Assert.DoesNotContain(cookie[16..80], body);
    }

    [Fact(Timeout = 300_000)]
    public async Task SignIn_OverTls_CookieIsSecure()
    {
        await using var keyed = await Tests.Keys.KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync("operator", KeyScopes.Admin)).Reveal();
        using var request = new HttpRequestMessage(HttpMethod.Post, "https://localhost/admin/session");
        request.Headers.Add("X-Api-Key", key);

        using var response = await keyed.Gateway.CreateClient().SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Contains("; secure; samesite=strict; httponly", Assert.Single(response.Headers.GetValues("Set-Cookie")));
    }

    [Fact(Timeout = 300_000)]
    public async Task SignIn_WithoutTheScopeOrFromAnotherSite_IsRefused()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var other = (await admin.Keyed.AddAsync()).Reveal();

        using var wrong = await admin.SendAsync("POST", Session, null, null, ("X-Api-Key", ApiKey.Create().Reveal()));
        using var unscoped = await admin.SendAsync("POST", Session, null, null, ("X-Api-Key", other));
        using var foreign = await admin.SendAsync(
            "POST", Session, null, null, ("X-Api-Key", admin.Key.Reveal()), (Origin, "http://evil.example"));

        Assert.Equal(
            (HttpStatusCode.Unauthorized, HttpStatusCode.Forbidden, HttpStatusCode.Forbidden),
            (wrong.StatusCode, unscoped.StatusCode, foreign.StatusCode));
        Assert.All([wrong, unscoped, foreign], response => Assert.False(response.Headers.Contains("Set-Cookie")));
    }

    [Fact(Timeout = 300_000)]
    public async Task Session_OfAnOperator_StandsForItsKey()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, token) = await admin.SignInAsync();

        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Keys, cookie));
        using var made = await AddAsync(admin, cookie, (Token, token), (Origin, admin.Origin));
        Assert.Equal(HttpStatusCode.Created, made.StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Keys, "gateway-session=x"));
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", "/api/packages", cookie));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(false, true, null, null)]
    [InlineData(true, false, null, null)]
    [InlineData(true, true, "http://evil.example", null)]
    [InlineData(true, true, "null", null)]
    [InlineData(true, true, "http://evil.example", "same-origin")]
    [InlineData(true, true, null, "cross-site")]
    [InlineData(true, true, null, "same-site")]
    [InlineData(true, true, null, "none")]
    public async Task Change_ThatDoesNotComeFromThePage_IsRefused(bool hasToken, bool isItsToken, string? origin, string? site)
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, token) = await admin.SignInAsync();
        List<(string, string)> headers = [];
        if (hasToken)
        {
            headers.Add((Token, isItsToken ? token : new string('0', token.Length)));
        }

        if (origin is not null || !isItsToken || !hasToken)
        {
            headers.Add((Origin, origin ?? admin.Origin));
        }

        if (site is not null)
        {
            headers.Add((Site, site));
        }

        using var refused = await AddAsync(admin, cookie, [.. headers]);

        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.DoesNotContain(await admin.Keyed.Keys.ListAsync(), key => key.Name == "acme");
    }

    [Fact(Timeout = 300_000)]
    public async Task Change_WithoutAnyHeaderOfABrowser_IsRefused()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, token) = await admin.SignInAsync();

        using var refused = await AddAsync(admin, cookie, (Token, token));

        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Read_OfAnotherSiteOrReboundName_IsRefused()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, _) = await admin.SignInAsync();

        using var foreign = await admin.SendAsync("GET", Keys, cookie, null, (Site, "cross-site"));
        using var rebound = await admin.SendAsync("GET", Keys, cookie, null, ("Host", "evil.example"));
        using var page = await admin.SendAsync("GET", "/", null, null, ("Host", "evil.example"));

        Assert.Equal(
            (HttpStatusCode.Forbidden, HttpStatusCode.Forbidden, HttpStatusCode.Forbidden),
            (foreign.StatusCode, rebound.StatusCode, page.StatusCode));
    }

    [Fact(Timeout = 300_000)]
    public async Task Session_Idle_EndsAndOneInUseDoesNot()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, _) = await admin.SignInAsync();
        var (idle, _) = await admin.SignInAsync();
        var time = admin.Keyed.Gateway.Time;

        time.Advance(AdminSessions.IdleTimeout - TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, cookie));
        time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, cookie));
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Session, idle));
    }

    [Fact(Timeout = 300_000)]
    public async Task Session_InUseForItsLifetime_Ends()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, _) = await admin.SignInAsync();
        var step = AdminSessions.IdleTimeout / 2;

        for (var used = step; used < AdminSessions.Lifetime; used += step)
        {
            admin.Keyed.Gateway.Time.Advance(step);
            Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, cookie));
        }

        admin.Keyed.Gateway.Time.Advance(step);
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Session, cookie));
    }

    [Fact(Timeout = 300_000)]
    public async Task Session_ItsKeyRevoked_Ends()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, _) = await admin.SignInAsync();

        await admin.Keyed.Keys.RevokeAsync(admin.Key.Id);
        admin.Keyed.Poll();

        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Keys, cookie));
    }

    [Fact(Timeout = 300_000)]
    public async Task SignOut_EndsTheSessionAndDeletesTheCookie()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (cookie, token) = await admin.SignInAsync();
        var (other, _) = await admin.SignInAsync();

        using var response = await admin.SendAsync("DELETE", Session, cookie, null, (Token, token), (Site, "same-origin"));

        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        Assert.StartsWith("gateway-session=; expires=Thu, 01 Jan 1970", Assert.Single(response.Headers.GetValues("Set-Cookie")));
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Keys, cookie));
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Keys, other));
    }

    [Fact(Timeout = 300_000)]
    public async Task SignIn_Again_EndsTheFormerSession()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (former, _) = await admin.SignInAsync();
        var (other, _) = await admin.SignInAsync();

        using var again = await admin.SendAsync("POST", Session, former, null, ("X-Api-Key", admin.Key.Reveal()));

        Assert.Equal(HttpStatusCode.OK, again.StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Session, former));
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, other));
    }

    [Fact(Timeout = 300_000)]
    public async Task Sessions_TooMany_TheOneIdleLongestEnds()
    {
        await using var admin = await OpenAdmin.StartAsync();
        var (first, _) = await admin.SignInAsync();
        var (second, _) = await admin.SignInAsync();
        admin.Keyed.Gateway.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, first));

        for (var i = 2; i < AdminSessions.MaxSessions + 1; i++)
        {
            await admin.SignInAsync();
        }

        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", Session, first));
        Assert.Equal(HttpStatusCode.Unauthorized, await admin.StatusOfAsync("GET", Session, second));
    }

    [Fact(Timeout = 300_000)]
    public async Task Page_OnTheAdminPortOnly_AllowsNoScriptButItsOwn()
    {
        await using var admin = await OpenAdmin.StartAsync();

        using var page = await admin.SendAsync("GET", "/");
        using var hidden = await admin.SendAsync("GET", new Uri(admin.PublicAddress, "/").ToString());

        var html = await page.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.NotFound, hidden.StatusCode);
        Assert.StartsWith(
            "default-src 'none'; script-src 'self';", Assert.Single(page.Headers.GetValues("Content-Security-Policy")));
        Assert.Equal("nosniff", Assert.Single(page.Headers.GetValues("X-Content-Type-Options")));
        Assert.Equal("text/html; charset=utf-8", page.Content.Headers.ContentType?.ToString());
        Assert.DoesNotMatch("<script(?![^>]*src=)|style=| on[a-z]+=|https?://", html);
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", "/page.js"));
        Assert.Equal(HttpStatusCode.OK, await admin.StatusOfAsync("GET", "/page.css"));
    }

    private static Task<HttpResponseMessage> AddAsync(
        OpenAdmin admin, string cookie, params (string Name, string Value)[] headers) => admin.SendAsync(
            "POST",
            Keys,
            cookie,
            new StringContent("""{"name":"acme","owners":["owner-0007"]}""", Encoding.UTF8, "application/json"),
            headers);
}
