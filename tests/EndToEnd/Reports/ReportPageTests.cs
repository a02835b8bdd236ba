using DroneDelivery.EndToEnd.Browsing;
using Microsoft.Playwright;

namespace DroneDelivery.EndToEnd.Reports;

public sealed class ReportPageTests(Chromium chromium, FullRun run) : IClassFixture<FullRun>
{
    private const long MaxBytes = 5_000_000;
    private const double MaxMilliseconds = 2_000;

    public static TheoryData<ReportKind> Kinds => [.. Enum.GetValues<ReportKind>()];

    /// <summary>A phone, a desk, and a sheet of paper.</summary>
    public static TheoryData<ReportKind, int> Widths =>
        new MatrixTheoryData<ReportKind, int>(Enum.GetValues<ReportKind>(), [360, 768, 1200]);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Page_OfAFullRun_IsSmall(ReportKind kind) =>
        Assert.InRange(new FileInfo(run.FileOf(kind)).Length, 50_000, MaxBytes);

    /// <summary>
    /// Runs only when asked for, since other tests take the processor from it:
    /// <c>dotnet test tests/EndToEnd -c Release --filter OpensInTwoSeconds -- xUnit.Explicit=only</c>.
    /// </summary>
    [Theory(Explicit = true)]
    [MemberData(nameof(Kinds))]
    public async Task Page_OfAFullRun_OpensInTwoSeconds(ReportKind kind)
    {
        var page = await chromium.NewPageAsync();
        var opened = new List<double>();
        for (var attempt = 0; attempt < 3; attempt++)
        {
            opened.Add(await OpenAsync(page, kind));
        }

        TestContext.Current.TestOutputHelper!.WriteLine($"{kind}: opened in {string.Join(", ", opened.Select(ms => $"{ms:0} ms"))}");
        Assert.InRange(opened.Order().ElementAt(1), 1, MaxMilliseconds);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Page_Opened_AsksForNothingElseAndLogsNoError(ReportKind kind)
    {
        var page = await chromium.NewPageAsync();
        var (requests, messages) = (new List<string>(), new List<string>());
        page.Request += (_, request) => requests.Add(request.Url);
        page.Console += (_, message) => messages.Add(message.Text);
        page.PageError += (_, error) => messages.Add(error);

        await OpenAsync(page, kind);

        Assert.Equal([run.AddressOf(kind)], requests);
        Assert.Empty(messages);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Page_Tabbing_ReachesEverything(ReportKind kind)
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, kind);

        Assert.Empty(await Keyboard.FindUnreachableAsync(page));
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public async Task Page_AnyWidth_NeverScrollsSideways(ReportKind kind, int width)
    {
        var page = await chromium.NewPageAsync(width: width);
        await OpenAsync(page, kind);

        Assert.InRange(await page.EvaluateAsync<int>("() => document.documentElement.scrollWidth"), 1, width);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Charts_Text_IsNeitherCutOffNorWrittenOverOther(ReportKind kind)
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, kind);
        await UnfoldAsync(page);

        Assert.Empty(await ChartText.FindFaultsAsync(page));
    }

    /// <summary>The page was 26,455 pixels high before sections were folded (docs/report.md).</summary>
    [Fact]
    public async Task AllRuns_Opened_IsAtMostHalfAsHighAsWithoutFolds()
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, ReportKind.AllRuns);

        Assert.InRange(await page.EvaluateAsync<int>("() => document.documentElement.scrollHeight"), 1_000, 26_455 / 2);
    }

    [Fact]
    public async Task OneRun_FirstScreen_HasVerdictNextStepAndChartsByLoadWithTheKnee()
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, ReportKind.OneRun);

        (string Element, string Text)[] parts = [("main li", "out of request units"), ("main li li", "Next step: "), ("svg text", "knee: ")];
        foreach (var (element, text) in parts)
        {
            var box = (await page.Locator(element, new() { HasText = text }).First.BoundingBoxAsync())!;
            Assert.True(box.Y + box.Height < 900, $"{text} is at {box.Y}.");
        }
    }

    [Theory]
    [InlineData(360, ".top", false)]
    [InlineData(1200, ".aside", true)]
    public async Task Contents_PageScrolledToItsEnd_StayInView(int width, string shown, bool listed)
    {
        var page = await chromium.NewPageAsync(width: width);
        await OpenAsync(page, ReportKind.OneRun);

        await page.EvaluateAsync("() => window.scrollTo({ top: 1e6, behavior: 'instant' })");

        Assert.Equal(1, await page.Locator("nav:visible").CountAsync());
        await Assertions.Expect(page.Locator(shown)).ToBeInViewportAsync();
        await Assertions.Expect(page.Locator($"{shown} a[href='#overview']")).ToBeVisibleAsync(new() { Visible = listed });
    }

    [Fact]
    public async Task Contents_LinkToAFoldedSection_OpensIt()
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, ReportKind.OneRun);
        await Assertions.Expect(page.Locator("td.trace").First).ToBeHiddenAsync();

        await page.Locator(".aside").GetByText("Requests from end to end").ClickAsync();

        await Assertions.Expect(page.Locator("td.trace").First).ToBeVisibleAsync();
        Assert.Equal("all", await page.Locator("td.trace").First.EvaluateAsync<string>("cell => getComputedStyle(cell).userSelect"));
    }

    [Fact]
    public async Task FoldedSections_Printed_AreOpen()
    {
        var page = await chromium.NewPageAsync();
        await OpenAsync(page, ReportKind.OneRun);

        await page.EmulateMediaAsync(new() { Media = Media.Print });

        await Assertions.Expect(page.Locator("td.trace").First).ToBeVisibleAsync();
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Tables_WiderThanAPhone_SayThatTheyScroll(ReportKind kind)
    {
        var page = await chromium.NewPageAsync(width: 360);
        await OpenAsync(page, kind);
        await UnfoldAsync(page);

        // Two frames: a query of the state of a box takes effect in the frame after its layout.
        var faults = await page.EvaluateAsync<string[]>("""
            async () => {
              for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
              const boxes = [...document.querySelectorAll(".wide")];
              if (!boxes.some(box => box.scrollWidth > box.clientWidth)) return ["no table scrolls"];
              return boxes
                .filter(box => (box.scrollWidth > box.clientWidth) !== box.querySelector(".hint").checkVisibility())
                .map(box => `${box.getAttribute("aria-label")}: ${box.scrollWidth} of ${box.clientWidth}`);
            }
            """);

        Assert.Empty(faults);
        Assert.Equal(0, await page.EvaluateAsync<int>("() => [...document.querySelectorAll('table')].filter(table => !table.closest('.wide')).length"));
    }

    private static Task UnfoldAsync(IPage page) =>
        page.EvaluateAsync("() => document.querySelectorAll('details').forEach(details => { details.open = true; })");

    /// <returns>How long it took, in ms, until everything was there.</returns>
    private async Task<double> OpenAsync(IPage page, ReportKind kind)
    {
        await page.GotoAsync(run.AddressOf(kind));
        return await page.EvaluateAsync<double>("() => performance.getEntriesByType('navigation')[0].loadEventEnd");
    }
}
