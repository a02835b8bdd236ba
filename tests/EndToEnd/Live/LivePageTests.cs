using System.Text.RegularExpressions;
using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Live;

public sealed class LivePageTests(Chromium chromium)
{
    [Fact]
    public async Task Page_SecondsPublished_ShowsFiguresThatMove()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);

        lab.Publish(1, requestsPerSecond: 12.5);
        await Expect(page.Locator("#tile-requests")).ToHaveTextAsync("12.5");
        lab.Publish(2, requestsPerSecond: 31);

        await Expect(page.Locator("#tile-requests")).ToHaveTextAsync("31");
        await Expect(page.Locator("#what")).ToContainTextAsync("Test 1: baseline: running, for 2 s. 20 requests answered, 2 failed.");
    }

    [Fact]
    public async Task Page_ArrivalsDropped_SaysHowMany()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);

        lab.Publish(1, requestsPerSecond: 10, dropped: 7);

        await Expect(page.Locator("#what")).ToContainTextAsync("10 requests answered, 1 failed, 7 arrivals dropped.");
    }

    [Fact]
    public async Task Page_OpenedLate_DrawsWhatWas()
    {
        await using var lab = await ScriptedLab.StartAsync();
        PublishMinutes(lab, 5);

        var page = await OpenAsync(lab);

        await Expect(page.Locator("#tile-requests")).Not.ToHaveTextAsync("–");
        Assert.All(await page.EvaluateAsync<int[]>(CountPaintedPixels), painted => Assert.InRange(painted, 1_000, int.MaxValue));
    }

    [Fact]
    public async Task Page_ChartOpenedAsATable_HasItsFigures()
    {
        await using var lab = await ScriptedLab.StartAsync();
        lab.Publish(1, requestsPerSecond: 10);
        lab.Publish(2, requestsPerSecond: 20);
        var page = await OpenAsync(lab);

        await page.GetByText("Throughput as a table").ClickAsync();

        var row = page.GetByRole(AriaRole.Region, new() { Name = "Throughput: table" }).GetByRole(AriaRole.Row, new() { Name = "successful" });
        await Expect(row).ToHaveTextAsync("successful20151020");
    }

    [Fact]
    public async Task Page_LabStopsAndComesBack_SaysSoAndGoesOn()
    {
        var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);
        var connection = page.Locator("#connection");
        await Expect(connection).ToContainTextAsync("Connected");

        var port = lab.Address.Port;
        await lab.DisposeAsync();
        await Expect(connection).ToContainTextAsync("lost");
        await using var again = await ScriptedLab.StartAsync(port: port);

        await Expect(connection).ToContainTextAsync("Connected");
        again.Publish(9, requestsPerSecond: 77);
        await Expect(page.Locator("#tile-requests")).ToHaveTextAsync("77");
    }

    [Fact]
    public async Task Page_FlagApplied_IsMarkedAndListed()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);

        await page.GetByLabel("Partition key").SelectOptionAsync("ownerId");
        await page.GetByRole(AriaRole.Button, new() { Name = "Apply" }).ClickAsync();

        await Expect(page.Locator("#applied")).ToHaveTextAsync("Done.");
        await Expect(page.Locator("#markers li")).ToContainTextAsync("partition key deliveryId → ownerId");
    }

    [Fact]
    public async Task Page_ChangeInProgress_ShowsItsStepAndHoldsApplyBack()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);
        var (apply, text) = (page.GetByRole(AriaRole.Button, new() { Name = "Apply" }), page.Locator("#applied"));
        lab.Feed.ShowChange("Restarting Delivery");
        await Expect(text).ToContainTextAsync("Restarting Delivery.");

        await Expect(page.Locator("#elapsed")).ToHaveTextAsync(new Regex("^[1-9][0-9]* s$"));
        await Expect(apply).ToHaveAccessibleDescriptionAsync("Restarting Delivery. Apply can be used again when it is done.");
        await page.GetByLabel("Users", new() { Exact = true }).FillAsync("30");
        await apply.FocusAsync();
        await apply.PressAsync("Enter");
        await Expect(apply).ToHaveAttributeAsync("aria-disabled", "true");
        Assert.Equal(20, lab.Settings.Users);

        lab.Feed.EndChange();
        await Expect(text).ToHaveTextAsync(new Regex("^Done"));
        await Expect(page.Locator("#elapsed")).ToBeEmptyAsync();
        await Expect(apply).ToBeFocusedAsync();
        await apply.PressAsync("Enter");
        await Expect(page.Locator("#markers li")).ToContainTextAsync("users 20 → 30");
    }

    [Fact]
    public async Task Page_FewerPartitions_DescriptionsAndRowsFollow()
    {
        await using var lab = await ScriptedLab.StartAsync();
        lab.Publish(1, requestsPerSecond: 10);
        var page = await OpenAsync(lab);
        var heat = page.Locator("figure", new() { HasText = "RU of each partition" });
        var rows = page.GetByRole(AriaRole.Row, new() { Name = "partition" });
        await heat.Locator("summary").ClickAsync();
        await Expect(heat.Locator(".about")).ToHaveTextAsync(
            "Container deliveriesByDeliveryId, partition key /deliveryId: 9 partitions with 100 RU/s each.");
        await Expect(rows).ToHaveCountAsync(9);

        lab.Publish(301, requestsPerSecond: 10, partitions: 9);
        lab.Publish(302, requestsPerSecond: 10, partitions: 3);
        await Expect(heat.Locator(".about")).ToContainTextAsync("3 partitions");
        await Expect(page.Locator("figure", new() { HasText = "used and provisioned" }).Locator(".about"))
            .ToHaveTextAsync("300 RU/s provisioned for 3 partitions.");
        // The other rows are in the five minutes shown.
        await Expect(rows).ToHaveCountAsync(9);
        lab.Publish(602, requestsPerSecond: 10, partitions: 3);

        await Expect(rows).ToHaveCountAsync(3);
    }

    [Fact]
    public async Task Page_LinesOfAChart_DifferWithoutColour()
    {
        await using var lab = await ScriptedLab.StartAsync();
        PublishMinutes(lab, 1);
        var page = await chromium.NewPageAsync();
        await page.AddInitScriptAsync(RecordDashes);
        await OpenAsync(lab, page);
        await Expect(page.Locator("#panels svg.line").First).ToBeVisibleAsync();

        var legends = await page.EvaluateAsync<string[][]>("""
            () => [...document.querySelectorAll("figure:not([hidden]) .legend")]
              .map(legend => [...legend.querySelectorAll("path")].map(path => path.getAttribute("stroke-dasharray")))
            """);
        var drawn = await page.EvaluateAsync<string[]>("() => [...window.dashes]");

        Assert.Contains(legends, legend => legend.Length == 3);
        Assert.All(legends, legend => Assert.Equal(legend.Distinct(), legend));
        Assert.All(legends, legend => Assert.All(legend, dashes => Assert.Contains(dashes, drawn)));
    }

    /// <summary>Five minutes are chosen: without an axis that follows, the line is in the last fifth of the chart.</summary>
    [Fact]
    public async Task Page_OneMinuteMeasured_FillsTheChart()
    {
        await using var lab = await ScriptedLab.StartAsync();
        PublishMinutes(lab, 1);

        var page = await OpenAsync(lab);
        await Expect(page.Locator("#tile-requests")).Not.ToHaveTextAsync("–");

        var blue = await page.EvaluateAsync<int>("""
            () => {
              const canvas = document.querySelector("canvas");
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width / 3, canvas.height);
              let count = 0;
              for (let index = 0; index < data.length; index += 4) count += data[index + 2] > data[index] + 100 ? 1 : 0;
              return count;
            }
            """);
        Assert.InRange(blue, 50, int.MaxValue);
    }

    [Fact]
    public async Task Page_AdvisorsFinding_IsShownAndFollowsWithoutAPress()
    {
        await using var lab = await ScriptedLab.StartAsync();
        lab.Publish(1, requestsPerSecond: 10);
        var page = await OpenAsync(lab);
        var verdict = page.Locator("#verdict");
        await Expect(verdict).ToContainTextAsync("Partition 0 is hot");
        await Expect(page.Locator("#findings > li").First).ToContainTextAsync(await verdict.TextContentAsync() ?? "");

        lab.Traces = [];
        lab.Publish(17, requestsPerSecond: 10);

        await Expect(verdict).ToContainTextAsync("There is nothing to explain yet");
        await Expect(page.Locator("#findings > li")).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task Page_FlagRefused_SaysWhyAtTheField()
    {
        await using var lab = await ScriptedLab.StartAsync();
        var page = await OpenAsync(lab);

        var field = page.GetByLabel("RU/s of the container");
        await field.FillAsync("950");
        await field.PressAsync("Enter");

        await Expect(field).ToHaveAttributeAsync("aria-invalid", "true");
        await Expect(field).ToBeFocusedAsync();
        await Expect(field).ToHaveAccessibleDescriptionAsync("950 is not a multiple of 100 RU/s.");
    }

    [Fact]
    public async Task Page_OfARunThatFollowsItsScenario_HasNoFlags()
    {
        await using var lab = await ScriptedLab.StartAsync(readOnly: true);
        var page = await OpenAsync(lab);

        await Expect(page.Locator("#flags")).ToBeHiddenAsync();
    }

    [Fact]
    public async Task Page_NarrowAsAPhone_DoesNotScrollSideways()
    {
        await using var lab = await ScriptedLab.StartAsync();
        PublishMinutes(lab, 1);
        var page = await OpenAsync(lab, await chromium.NewPageAsync(width: 360, height: 740));
        await Expect(page.Locator("#trace-table tbody tr")).ToHaveCountAsync(3);

        Assert.Equal(360, await page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"));
    }

    private const string RecordDashes = """
        window.dashes = new Set();
        const setLineDash = CanvasRenderingContext2D.prototype.setLineDash;
        CanvasRenderingContext2D.prototype.setLineDash = function (dashes) {
          window.dashes.add(dashes.join(" "));
          setLineDash.call(this, dashes);
        };
        """;

    private const string CountPaintedPixels = """
        () => [...document.querySelectorAll("canvas")].map(canvas => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let painted = 0;
          for (let index = 3; index < data.length; index += 4) painted += data[index] > 0 ? 1 : 0;
          return painted;
        })
        """;

    private static void PublishMinutes(ScriptedLab lab, int minutes)
    {
        for (var second = 0; second < minutes * 60; second++)
        {
            lab.Publish(second, 20 + (second % 10));
        }
    }

    private async Task<IPage> OpenAsync(ScriptedLab lab, IPage? page = null)
    {
        page ??= await chromium.NewPageAsync();
        await page.GotoAsync(lab.Address.ToString());
        await Expect(page.Locator("#connection")).ToContainTextAsync("Connected");
        return page;
    }
}
