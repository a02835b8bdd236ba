using System.Reflection;
using System.Text.Json;
using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Browsing;

/// <summary>The accessibility checker axe-core, run inside a page.</summary>
internal static class Axe
{
    private static readonly string Script = typeof(Axe).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(data => data.Key == "AxeCore").Value!;

    /// <summary>What passed is counted and not described: on a long page that is most of axe's work, and of the browser's answer.</summary>
    private const string Run = """
        async () => {
            const result = await axe.run(document, { resultTypes: ['violations'] });
            return { passes: result.passes.length, violations: result.violations };
        }
        """;

    /// <summary>Issues of serious or critical impact, one a line; the test is skipped where axe is not installed.</summary>
    public static async Task<IReadOnlyList<string>> FindIssuesAsync(IPage page)
    {
        Assert.SkipUnless(File.Exists(Script), "axe-core is not installed: run 'npm ci' in tests/EndToEnd.");
        // Evaluated, not added as an element: the page's own policy allows no script from elsewhere.
        await page.EvaluateAsync(await File.ReadAllTextAsync(Script, TestContext.Current.CancellationToken));
        var result = await page.EvaluateAsync<JsonElement>(Run);
        Assert.NotEqual(0, result.GetProperty("passes").GetInt32());
        return
        [
            .. result.GetProperty("violations").EnumerateArray()
                .Where(issue => issue.GetProperty("impact").GetString() is "serious" or "critical")
                .SelectMany(issue => issue.GetProperty("nodes").EnumerateArray().Select(node =>
                    $"{issue.GetProperty("id")}: {node.GetProperty("html")} {node.GetProperty("failureSummary")}")),
        ];
    }
}
