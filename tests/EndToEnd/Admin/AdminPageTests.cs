using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Admin;

/// <summary>The admin page in a browser, as an operator uses it.</summary>
public sealed class AdminPageTests(Chromium chromium)
{
    [Fact(Timeout = 600_000)]
    public async Task Key_AddedAndRevokedOnThePage_IsAcceptedBetween()
    {
        await using var gateway = await AdminGateway.StartAsync();
        var page = await OpenAsync(gateway, ColorScheme.Light);
        List<string> errors = [];
        page.Console += (_, message) => errors.AddRange(message.Type == "error" ? [message.Text] : []);
        page.Dialog += async (_, dialog) => await dialog.AcceptAsync();

        await page.GetByLabel("Holder", new() { Exact = true }).FillAsync("acme");
        await page.GetByLabel("Owners, or *").FillAsync("owner-0001");
        await page.GetByRole(AriaRole.Button, new() { Name = "Add key" }).ClickAsync();
        await Expect(page.Locator("#new-key")).ToContainTextAsync("dd_");
        var key = await page.Locator("#new-key").TextContentAsync() ?? "";
        await Expect(Row(page, "acme")).ToContainTextAsync("live");
        // 502: there is no backend.
        Assert.Equal(502, await gateway.StatusWithKeyAsync(key));
        Assert.Equal(429, await gateway.StatusWithKeyAsync(key));

        await page.GetByRole(AriaRole.Button, new() { NameRegex = new("Revoke key .* of acme") }).ClickAsync();

        await Expect(Row(page, "acme")).ToContainTextAsync("revoked");
        Assert.Equal(401, await gateway.StatusWithKeyAsync(key));
        Assert.Empty(errors);
    }

    [Fact(Timeout = 600_000)]
    public async Task Page_AfterRequests_ShowsUsagePlansAndRefusals()
    {
        await using var gateway = await AdminGateway.StartAsync();
        var page = await OpenAsync(gateway, ColorScheme.Light);
        Assert.Equal(401, await gateway.StatusWithKeyAsync("dd_wrong"));

        await Expect(page.Locator("#plans")).ToContainTextAsync("free: invoices");
        await RefreshUntilAsync(page, page.Locator("#usage"), "none");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "By", Exact = true }).SelectOptionAsync("route");

        await RefreshUntilAsync(page, page.Locator("#usage"), "/api/invoices/{ownerId}");
        await Expect(page.GetByRole(AriaRole.Img, new() { NameRegex = new("Requests per 60 s, at most [1-9]") }))
            .ToBeVisibleAsync();
        await Expect(page.Locator("#chart polyline")).Not.ToHaveCountAsync(0);
        await Expect(page.Locator("#refusals")).ToContainTextAsync("failure=unauthorized");
    }

    [Fact(Timeout = 600_000)]
    public async Task Session_ReloadedAndSignedOut_LeavesNothingInTheBrowser()
    {
        await using var gateway = await AdminGateway.StartAsync();
        var page = await OpenAsync(gateway, ColorScheme.Light);

        await page.ReloadAsync();
        await Expect(Row(page, "operator")).ToContainTextAsync("live");
        Assert.Equal(
            "0 0 ''",
            await page.EvaluateAsync<string>("() => `${localStorage.length} ${sessionStorage.length} '${document.cookie}'`"));
        await page.GetByRole(AriaRole.Button, new() { Name = "Sign out" }).ClickAsync();

        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "Sign in" })).ToBeVisibleAsync();
        Assert.Empty(await page.Context.CookiesAsync());
        await page.ReloadAsync();
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "Sign in" })).ToBeVisibleAsync();
        Assert.DoesNotContain("operator", await page.ContentAsync());
    }

    [Fact(Timeout = 600_000)]
    public async Task SignIn_WithAWrongKey_SaysWhy()
    {
        await using var gateway = await AdminGateway.StartAsync();
        var page = await chromium.NewPageAsync();
        await page.GotoAsync(gateway.Page.ToString());

        await SignInAsync(page, "dd_wrong");

        await Expect(page.Locator("#status")).ToContainTextAsync("needs a valid API key");
        await Expect(page.GetByLabel("API key with the scope admin")).ToHaveValueAsync("");
    }

    [Theory(Timeout = 600_000)]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Page_InUse_HasNoSeriousIssueAndTabReachesEverything(ColorScheme scheme)
    {
        await using var gateway = await AdminGateway.StartAsync();
        var signedOut = await chromium.NewPageAsync(scheme);
        await signedOut.GotoAsync(gateway.Page.ToString());
        await Expect(signedOut.GetByRole(AriaRole.Heading, new() { Name = "Sign in" })).ToBeVisibleAsync();
        Assert.Empty(await Axe.FindIssuesAsync(signedOut));
        await gateway.StatusWithKeyAsync("dd_wrong");
        var page = await OpenAsync(gateway, scheme);
        await RefreshUntilAsync(page, page.Locator("#usage"), "none");

        Assert.Empty(await Axe.FindIssuesAsync(page));
        Assert.Empty(await Keyboard.FindUnreachableAsync(page));
    }

    private static ILocator Row(IPage page, string holder) => page.Locator("#keys tbody tr", new() { HasText = holder });

    private static async Task SignInAsync(IPage page, string key)
    {
        await page.GetByLabel("API key with the scope admin").FillAsync(key);
        await page.GetByRole(AriaRole.Button, new() { Name = "Sign in" }).ClickAsync();
    }

    /// <summary>Usage is written in the background.</summary>
    private static async Task RefreshUntilAsync(IPage page, ILocator table, string text)
    {
        while (await table.TextContentAsync() is not { } shown || !shown.Contains(text, StringComparison.Ordinal))
        {
            await page.GetByRole(AriaRole.Button, new() { Name = "Refresh" }).ClickAsync();
        }
    }

    private async Task<IPage> OpenAsync(AdminGateway gateway, ColorScheme scheme)
    {
        var page = await chromium.NewPageAsync(scheme);
        await page.GotoAsync(gateway.Page.ToString());
        await SignInAsync(page, gateway.OperatorKey);

        // Keys, plans and usage are then loaded: without plans the form cannot be submitted.
        await Expect(page.Locator("#status")).ToHaveTextAsync("Signed in.");
        await Expect(Row(page, "operator")).ToContainTextAsync("live");
        return page;
    }
}
