using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Reports;

public sealed class ReportAccessibilityTests(Chromium chromium, ShortRun run) : IClassFixture<ShortRun>
{
    [Theory]
    [InlineData(ReportKind.OneRun, ColorScheme.Light)]
    [InlineData(ReportKind.OneRun, ColorScheme.Dark)]
    [InlineData(ReportKind.AllRuns, ColorScheme.Light)]
    [InlineData(ReportKind.AllRuns, ColorScheme.Dark)]
    [InlineData(ReportKind.Comparison, ColorScheme.Light)]
    [InlineData(ReportKind.Comparison, ColorScheme.Dark)]
    public async Task Page_EverythingUnfolded_HasNoSeriousIssue(ReportKind kind, ColorScheme scheme)
    {
        var page = await chromium.NewPageAsync(scheme);
        await page.GotoAsync(run.AddressOf(kind));
        await page.EvaluateAsync("() => document.querySelectorAll('details').forEach(details => { details.open = true; })");

        Assert.Empty(await Axe.FindIssuesAsync(page));
    }
}
