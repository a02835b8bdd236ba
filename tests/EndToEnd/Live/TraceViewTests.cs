using System.Text.RegularExpressions;
using DroneDelivery.EndToEnd.Browsing;
using DroneDelivery.LoadTests.Insight.Runs;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace DroneDelivery.EndToEnd.Live;

public sealed class TraceViewTests(Chromium chromium)
{
    [Fact]
    public async Task Table_FilteredAndSorted_ShowsWhatWasAskedFor()
    {
        await using var lab = await ScriptedLab.StartAsync(readOnly: true);
        var page = await OpenAsync(lab);
        await ExpectTracesAsync(page, "22222222", "33333333", "11111111");

        await page.GetByRole(AriaRole.Button, new() { Name = "Started" }).ClickAsync();
        await ExpectTracesAsync(page, "11111111", "33333333", "22222222");
        await page.GetByLabel("At least, ms").FillAsync("100");
        await page.GetByLabel("Answer", new() { Exact = true }).SelectOptionAsync("failed");
        await page.GetByRole(AriaRole.Button, new() { Name = "Show traces" }).ClickAsync();

        await ExpectTracesAsync(page, "33333333");
        await Expect(page.Locator("#traces-shown")).ToContainTextAsync("1 trace");
    }

    [Fact]
    public async Task Trace_OpenedByKeyboard_ShowsTheWaitAndGivesTheFocusBack()
    {
        await using var lab = await ScriptedLab.StartAsync(readOnly: true);
        var page = await OpenAsync(lab);
        var open = page.GetByRole(AriaRole.Button, new() { Name = "Open trace 22222222" });

        await open.PressAsync("Enter");

        await Expect(page.GetByRole(AriaRole.Dialog)).ToBeVisibleAsync();
        await Expect(page.Locator("#waterfall tbody tr")).ToContainTextAsync(
            ["gateway: GET /api/invoices/{ownerId}", "429 throttled", "waiting to retry70630", "database call, partition 4"]);
        await Expect(page.Locator("#waterfall .bar-wait")).ToBeVisibleAsync();
        await page.Keyboard.PressAsync("Escape");
        await Expect(open).ToBeFocusedAsync();
    }

    [Fact]
    public async Task List_Refreshed_KeepsTheFocusAndSaysThatATraceIsGone()
    {
        await using var lab = await ScriptedLab.StartAsync(readOnly: true);
        lab.Publish(1, requestsPerSecond: 10);
        var page = await OpenAsync(lab);
        var open = page.GetByRole(AriaRole.Button, new() { Name = "Open trace 33333333" });
        await ExpectTracesAsync(page, "22222222", "33333333", "11111111");
        await open.FocusAsync();
        await open.EvaluateAsync("button => { button.isTheSame = true; }");

        lab.Traces = Without("22222222");
        lab.Publish(16, requestsPerSecond: 10);
        await ExpectTracesAsync(page, "33333333", "11111111");
        await Expect(open).ToBeFocusedAsync();
        lab.Traces = Without("33333333");
        lab.Publish(31, requestsPerSecond: 10);
        await ExpectTracesAsync(page, "33333333", "22222222", "11111111");
        await Expect(open).ToBeFocusedAsync();
        Assert.True(await open.EvaluateAsync<bool>("button => button.isTheSame === true"));
        await page.Keyboard.PressAsync("Enter");

        await Expect(page.Locator("#trace-facts")).ToContainTextAsync("This trace is gone");
        await Expect(page.Locator("#waterfall")).ToBeHiddenAsync();
        await page.Keyboard.PressAsync("Escape");
        await Expect(open).ToBeFocusedAsync();
    }

    [Fact]
    public async Task List_AnswersInAnotherOrder_IsThatOfTheLastRequest()
    {
        await using var lab = await ScriptedLab.StartAsync(readOnly: true);
        lab.Publish(1, requestsPerSecond: 10);
        var page = await OpenAsync(lab);
        await ExpectTracesAsync(page, "22222222", "33333333", "11111111");
        var (isFirst, answered, held, shown) = (true, new TaskCompletionSource(), new TaskCompletionSource(), new TaskCompletionSource());
        await page.RouteAsync("**/api/traces*", async route =>
        {
            var isHeld = isFirst;
            isFirst = false;
            var answer = await route.FetchAsync();
            if (isHeld)
            {
                answered.SetResult();
                await held.Task;
            }

            await route.FulfillAsync(new() { Response = answer });
            if (isHeld)
            {
                shown.SetResult();
            }
        });

        lab.Traces = Without("22222222");
        lab.Publish(16, requestsPerSecond: 10);
        await answered.Task;
        lab.Traces = Without("33333333");
        lab.Publish(31, requestsPerSecond: 10);
        await ExpectTracesAsync(page, "22222222", "11111111");
        held.SetResult();
        await shown.Task;
        await page.EvaluateAsync("() => new Promise(done => setTimeout(done, 100))");

        await ExpectTracesAsync(page, "22222222", "11111111");
    }

    private static SpanRecord[] Without(string trace) =>
        [.. ScriptedTraces.All.Where(span => !span.TraceId.StartsWith(trace, StringComparison.Ordinal))];

    /// <summary>The list has the traces of these ids, in this order and no other. ToContainText accepts rows between them.</summary>
    private static Task ExpectTracesAsync(IPage page, params string[] ids) =>
        Expect(page.Locator("#trace-table tbody tr")).ToHaveTextAsync(ids.Select(id => new Regex($"^{id}")));

    private async Task<IPage> OpenAsync(ScriptedLab lab)
    {
        var page = await chromium.NewPageOfFixedTimeAsync();
        await page.GotoAsync(lab.Address.ToString());
        return page;
    }
}
