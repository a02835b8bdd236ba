using System.Globalization;
using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>Tests that measure the memory of the whole process: no other test runs at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}

/// <summary>Memory once the hour is full, with seconds that come faster than real ones.</summary>
[Collection(AloneCollection.Name)]
public sealed class LiveHourTests(Chromium chromium)
{
    private const int Hour = 3_600;

    /// <summary>Fewer than a page may be behind before it misses some.</summary>
    private const int AtOnce = 20;

    private const double MaxGrowthMiB = 0.5;

    [Fact]
    public async Task Lab_SecondHour_TakesNoMoreMemory()
    {
        await using var lab = await ScriptedLab.StartAsync();
        Publish(lab, 0, Hour);
        var full = GC.GetTotalMemory(forceFullCollection: true);

        Publish(lab, Hour, Hour);

        var growthMiB = (GC.GetTotalMemory(forceFullCollection: true) - full) / (1024.0 * 1024);
        Assert.InRange(growthMiB, double.NegativeInfinity, MaxGrowthMiB);
    }

    [Fact]
    public async Task Page_PastTheHour_HeapStaysFlat()
    {
        await using var lab = await ScriptedLab.StartAsync();
        Publish(lab, 0, Hour);
        var page = await chromium.NewPageAsync();
        await page.GotoAsync(lab.Address.ToString());
        await page.GetByLabel("Time shown").SelectOptionAsync("3600");
        await ShowAsync(lab, page, Hour);
        var heap = await PageHeap.OfAsync(page);
        var before = await heap.ReadAsync();

        for (var batch = 1; batch <= 10; batch++)
        {
            await ShowAsync(lab, page, Hour + (batch * AtOnce));
        }

        Assert.InRange(await heap.ReadAsync() - before, double.NegativeInfinity, MaxGrowthMiB);
    }

    private static void Publish(ScriptedLab lab, int from, int seconds)
    {
        for (var second = from; second < from + seconds; second++)
        {
            lab.Publish(second, 500 + (second % 10));
        }
    }

    private static async Task ShowAsync(ScriptedLab lab, IPage page, int from)
    {
        Publish(lab, from, AtOnce);
        var time = TimeSpan.FromSeconds(from + AtOnce - 1);
        await Expect(page.Locator("#what")).ToContainTextAsync(
            string.Create(CultureInfo.InvariantCulture, $"for {(int)time.TotalMinutes} min {time.Seconds} s"));
    }
}
