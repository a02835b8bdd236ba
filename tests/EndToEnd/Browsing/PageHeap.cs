using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Browsing;

/// <summary>What the scripts of a page hold in memory.</summary>
internal sealed class PageHeap
{
    private const double MiB = 1024 * 1024;

    private readonly ICDPSession _tools;

    private PageHeap(ICDPSession tools) => _tools = tools;

    public static async Task<PageHeap> OfAsync(IPage page) => new(await page.Context.NewCDPSessionAsync(page));

    /// <summary>In MiB, after a full collection.</summary>
    public async Task<double> ReadAsync()
    {
        await _tools.SendAsync("HeapProfiler.collectGarbage");
        var usage = await _tools.SendAsync("Runtime.getHeapUsage");
        return usage!.Value.GetProperty("usedSize").GetDouble() / MiB;
    }
}
