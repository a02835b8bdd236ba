using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>The page is one file of valid HTML, whatever it says.</summary>
public sealed class RunMarkupTests : WrittenPage
{
    [Fact]
    public async Task WriteAsync_FourTestsOfEightMinutes_IsOneSmallPageWithEveryPiece()
    {
        var path = await WriteAsync([.. TuningLab.Scenarios.Select(scenario => new SyntheticRun(scenario, 480))]);

        var page = Parse(path);
        Assert.Equal(
            [
                "overview", "load-levels", "all-figures", "explanation", "load", "latency", "parts", "answers", "request-units", "operations",
                "waterfalls", "processes", "setup",
            ],
            page.Descendants("section").Select(section => section.Attribute("id")!.Value));
        Assert.All(page.Descendants("section").Skip(3), section => Assert.Equal("details", section.Parent!.Name.LocalName));
        var charted = page.Descendants("section").Skip(1).SkipLast(1);
        Assert.All(charted, section => Assert.Equal(0, section.Descendants("figure").Count() % 4));
        Assert.All(page.Descendants("figcaption"), caption => Assert.StartsWith("What to see here: ", caption.Value));
        Assert.InRange(new FileInfo(path).Length, 50_000, 2_500_000);
    }

    [Fact]
    public async Task WriteAsync_EveryChart_HasItsFiguresAsATable()
    {
        var run = new SyntheticRun(TuningLab.Baseline, 45);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 45, 40))]));

        var figures = page.Descendants("svg").Select(chart => chart.Ancestors("figure").Single()).ToList();
        Assert.InRange(figures.Count, 15, 30);
        Assert.All(figures, figure => Assert.NotEmpty(figure.Element("details")!.Descendants("td")));
        Assert.All(page.Descendants("svg"), chart => Assert.Equal("img", chart.Attribute("role")?.Value));
    }

    [Fact]
    public async Task WriteAsync_Page_LoadsNothingFromElsewhere()
    {
        var path = await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]);

        var page = Parse(path);
        var names = page.Descendants().Select(element => element.Name.LocalName);
        Assert.Empty(names.Intersect(["script", "link", "img", "iframe", "object"]));
        Assert.All(page.Descendants().Attributes("href"), link => Assert.StartsWith("#", link.Value));
        // A browser reads style sheets raw: an encoded character would not be decoded.
        Assert.DoesNotMatch("[<>&]|url\\(|@import", page.Descendants("style").Single().Value);
    }

    [Fact]
    public async Task WriteAsync_Page_HasNoLinkThatLeadsNowhereAndNoIdTwice()
    {
        var page = Parse(await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45), new SyntheticRun(TuningLab.OwnerKey, 45)]));

        var ids = page.Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.Distinct(ids);
        Assert.All(page.Descendants().Attributes("href"), link => Assert.Contains(link.Value[1..], ids));
    }

    // HTML knows no self-closing elements but a few: <td/> would swallow what follows.
    [Fact]
    public async Task WriteAsync_HtmlElements_AreClosedByATag()
    {
        var text = await ReadAsync(await WriteAsync([(SampleRecords.Run, [])]));

        Assert.DoesNotMatch("<(?!meta|path|rect)[a-z0-9]+[^<>]*/>", text);
        Assert.StartsWith("<!DOCTYPE html>\n<html lang=\"en\">", text);
    }

    [Fact]
    public async Task WriteAsync_HostileNames_AreShownAsTheyAre()
    {
        const string hostile = "</title><script>alert('1')</script> \"&amp; \u0001 \ud800 ]]>";
        const string shown = "</title><script>alert('1')</script> \"&amp; \uFFFD \uFFFD ]]>";
        var run = SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with
            {
                Title = hostile,
                Command = hostile,
                Configuration = new Dictionary<string, string> { [hostile] = hostile },
            },
            Processes = [new ProcessRecord(hostile, 1, 1, 1, 1)],
        };
        var trace = TraceBuilder.Invoice("t", 100).Span("odd", TraceBuilder.Delivery, hostile, hostile, "internal", 1, 1);

        var path = await WriteAsync([(run, RunSamples.None with { Spans = trace.Spans })]);

        var page = Parse(path);
        Assert.Empty(page.Descendants("script"));
        Assert.StartsWith($"{shown}, ", page.Descendants("h1").Single().Value);
        Assert.DoesNotContain("<script", await ReadAsync(path), StringComparison.OrdinalIgnoreCase);
    }
}
