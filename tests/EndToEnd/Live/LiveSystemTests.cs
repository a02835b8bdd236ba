using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using DroneDelivery.EndToEnd.Browsing;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>The real system: emulator, services and load.</summary>
public sealed class LiveSystemTests(Chromium chromium)
{
    private const int MaxSeconds = 180;
    private const double MaxFailedShare = 0.01;

    /// <summary>Little load, which a busy machine serves too.</summary>
    private const int Users = 2;

    [Fact(Timeout = 600_000)]
    public async Task Page_PartitionKeyFlipped_ShowsFewerRequestUnitsAndHardlyAnyFailure()
    {
        var page = await chromium.NewPageAsync();
        var folder = Directory.CreateTempSubdirectory("drone-live-");
        try
        {
            var port = FreePorts.Find(1)[0];
            var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var changed = ChangeConcurrencyAsync(SystemAddresses.Loopback(port), open.Task);
            await using var live = await LiveSystem.StartAsync(
                new LiveStart(TuningLab.MoreRequestUnits, SimulationProfile.Load("article"), Users, port, folder.FullName),
                step =>
                {
                    if (step == "Starting the services")
                    {
                        open.TrySetResult();
                    }
                },
                TimeProvider.System,
                TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.OK, await changed);
            await page.GotoAsync(live.Address.ToString());
            await WaitForRequestUnitsAsync(page, units => units is > 25 and < 33);

            var before = live.Feed.Latest!.Load;

            await page.GetByLabel("Partition key").SelectOptionAsync("ownerId");
            await page.GetByRole(AriaRole.Button, new() { Name = "Apply" }).ClickAsync();

            await WaitForRequestUnitsAsync(page, units => units is > 3 and < 4.5);
            var after = live.Feed.Latest!.Load;
            var (answered, failed) = (after.Completed - before.Completed, after.Failed - before.Failed);
            TestContext.Current.TestOutputHelper!.WriteLine($"{answered} requests were answered and {failed} failed");
            Assert.InRange(failed, 0, (answered + failed) * MaxFailedShare);
            await Expect(page.Locator("#applied")).ToContainTextAsync("Done after");
            await Expect(page.Locator("#what")).ToContainTextAsync("changed: partition key deliveryId → ownerId");
            await Expect(page.Locator("#about-cosmos-db-answers-by-status")).ToContainTextAsync("partition key /ownerId");
            await OpenTraceThatShowsAsync(page, "delivery");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>The page is open before the services run: the change waits for them.</summary>
    private static async Task<HttpStatusCode> ChangeConcurrencyAsync(Uri page, Task open)
    {
        await open.WaitAsync(TestContext.Current.CancellationToken);
        using var http = new HttpClient { BaseAddress = page, Timeout = Timeout.InfiniteTimeSpan };
        using var response = await http.PutAsJsonAsync(
            "api/settings", new { MaxConcurrency = 2 }, TestContext.Current.CancellationToken);
        return response.StatusCode;
    }

    /// <summary>The figure on the page, once a second; the slowest step is a service's start, on a busy machine by far.</summary>
    private static async Task WaitForRequestUnitsAsync(IPage page, Func<double, bool> expected)
    {
        var seen = new List<string>();
        while (seen.Count < MaxSeconds)
        {
            var before = await page.TextContentAsync("#tile-ru-per-operation");
            if (double.TryParse(before, CultureInfo.InvariantCulture, out var units) && expected(units))
            {
                return;
            }

            seen.Add(before ?? "");
            await page.WaitForFunctionAsync(
                "time => document.getElementById('what').textContent !== time", await page.TextContentAsync("#what"));
        }

        Assert.Fail($"RU per operation never came to what was expected: {string.Join(", ", seen)}.");
    }

    /// <summary>Traces are kept for a minute: one in the list can be gone when it is opened.</summary>
    private static async Task OpenTraceThatShowsAsync(IPage page, string service)
    {
        var rows = page.Locator("#waterfall tbody tr", new() { HasText = service });
        while (true)
        {
            await page.GetByRole(AriaRole.Button, new() { Name = "Show traces" }).ClickAsync();
            await page.GetByRole(AriaRole.Button, new() { Name = "Open trace" }).First.ClickAsync();
            await Expect(page.GetByRole(AriaRole.Dialog)).ToBeVisibleAsync();
            if (await rows.CountAsync() > 0)
            {
                return;
            }

            await page.Keyboard.PressAsync("Escape");
        }
    }
}
