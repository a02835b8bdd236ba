using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Live;

public sealed class AccessibilityTests(Chromium chromium)
{
    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Page_InUse_HasNoSeriousIssue(ColorScheme scheme)
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab, scheme);

        Assert.Empty(await Axe.FindIssuesAsync(page));
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Page_TraceOpen_HasNoSeriousIssue(ColorScheme scheme)
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab, scheme);
        await page.GetByRole(AriaRole.Button, new() { Name = "Open trace 22222222" }).ClickAsync();
        await Expect(page.Locator("#waterfall .bar-wait")).ToBeVisibleAsync();

        Assert.Empty(await Axe.FindIssuesAsync(page));
    }

    [Fact]
    public async Task Page_Tabbing_ReachesEverything()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab, ColorScheme.Light);

        Assert.Empty(await Keyboard.FindUnreachableAsync(page));
    }

    /// <summary>Figures change every second: only what a reader asked for may be read out.</summary>
    [Fact]
    public async Task Page_SecondAfterSecond_LiveRegionsStaySilent()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab, ColorScheme.Light);
        var before = await StatusesAsync(page);

        lab.Traces = [];
        lab.Publish(75, requestsPerSecond: 63.5);
        await Expect(page.Locator("#tile-requests")).ToHaveTextAsync("63.5");
        await Expect(page.Locator("#traces-shown")).ToHaveTextAsync("No trace matches.");
        await Expect(page.Locator("#verdict")).ToContainTextAsync("nothing to explain");

        Assert.Equal(before, await StatusesAsync(page));
        await page.GetByRole(AriaRole.Button, new() { Name = "Say the figures" }).ClickAsync();
        await Expect(page.Locator("#said")).ToContainTextAsync("Requests/s 63.5");
        await page.GetByRole(AriaRole.Button, new() { Name = "Show traces" }).ClickAsync();
        await Expect(page.Locator("#announcement")).ToHaveTextAsync("No trace matches.");
    }

    private static Task<string[]> StatusesAsync(IPage page) =>
        page.EvaluateAsync<string[]>("() => [...document.querySelectorAll('[role=status], [aria-live]')].map(region => region.textContent)");

    /// <summary>With everything open that can be.</summary>
    private async Task<IPage> OpenAsync(ScriptedLab lab, ColorScheme scheme)
    {
        for (var second = 0; second <= 60; second++)
        {
            lab.Publish(second, 20 + (second % 10));
        }

        var page = await chromium.NewPageOfFixedTimeAsync(scheme);
        await page.GotoAsync(lab.Address.ToString());
        await Expect(page.Locator("#trace-table tbody tr")).ToHaveCountAsync(3);
        await page.EvaluateAsync("() => document.querySelectorAll('details').forEach(details => { details.open = true; })");
        await Expect(page.GetByRole(AriaRole.Row, new() { Name = "partition 8" })).ToBeVisibleAsync();
        return page;
    }
}
