using System.Text;
using System.Text.Json;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Studies;

/// <summary>The four forms of one small study: each shows every table, verdict, note and warning.</summary>
public sealed class StudyFormsTests
{
    private static readonly StudyTable Table = new StudyTableBuilder<(string Name, double? Rate, long Failed)>("runs", "The runs")
        .Words("name", "run", run => run.Name)
        .Number("requestsPerSecond", "req/s", run => run.Rate)
        .Percent("share", "share", _ => 0.5)
        .Count("failed", "failed", run => run.Failed)
        .Data("bound", _ => double.PositiveInfinity)
        .Build([("first | <b>", 12.345, 1_234), ("second", null, 0)]);

    private static readonly Study Sample = new(
        SampleStudies.Envelope with { Failure = "The gateway stopped." },
        "Two runs.",
        [
            new StudySection(
                "runs",
                "What was measured",
                Table with { Explanation = "Rates are means.", Notes = ["A note."] },
                new StudyVerdicts(new StudyVerdict("fast enough", "12 req/s", true, 1), new StudyVerdict("no errors", "1,234", false, 5))),
            new StudySection("empty", "Nothing here"),
            new StudySection(
                "course",
                "Over time",
                new StudyChart(new LineChart("Rate", "It falls.", "s", "req/s", [new ChartLine("a", "s1", [new(0, 2), new(1, 1)])])),
                new StudyNotes("Seconds count from the start.")),
        ])
    {
        Warnings = ["The machine was busy."],
    };

    [Fact]
    public void Text_Study_AlignsItsTableAndEndsWithWarnings()
    {
        var lines = StudyText.Render(Sample).Split('\n');

        Assert.Equal("Two runs.", lines[0]);
        Assert.Contains("first | <b>   12.3   50 %   1,234", lines);
        Assert.Contains("second           –   50 %       0", lines);
        Assert.Contains("fast enough  12 req/s  yes  one run, no interval", lines);
        Assert.Contains("no errors    1,234     no   5 runs, no interval", lines);
        Assert.Contains("Seconds count from the start.", lines);
        Assert.Equal(["Warning: The gateway stopped.", "", "Warning: The machine was busy.", ""], lines[^4..]);
    }

    [Fact]
    public void Json_Study_HasValuesWithoutFormat()
    {
        var json = JsonOf(Sample);

        Assert.Equal(
            ("sample", "The gateway stopped.", 1),
            (json.GetProperty("lab").GetString(), json.GetProperty("failure").GetString(), json.GetProperty("schemaVersion").GetInt32()));
        var row = json.GetProperty("tables").GetProperty("runs")[0];
        Assert.Equal(12.345, row.GetProperty("requestsPerSecond").GetDouble());
        Assert.Equal(0.5, row.GetProperty("share").GetDouble());
        Assert.Equal(JsonValueKind.Null, row.GetProperty("bound").ValueKind);
        Assert.Equal([true, false], json.GetProperty("verdicts").EnumerateArray().Select(verdict => verdict.GetProperty("met").GetBoolean()));
        Assert.Equal(2, json.GetProperty("charts")[0].GetProperty("rows")[0][1].GetDouble());
        Assert.Equal(["A note.", "Seconds count from the start."], json.GetProperty("notes").EnumerateArray().Select(note => note.GetString()));
    }

    [Fact]
    public void Json_LowerBounds_AreMarkedInTablesAndCharts()
    {
        var bound = new LatencyValue(5_000, AtLeast: true);
        var table = new StudyTableBuilder<LatencyValue>("latencies", "Latencies")
            .Latency("p99Ms", "p99", value => value)
            .Latency("p50Ms", "p50", _ => 10)
            .Build([bound, 7]);
        var chart = new LineChart("Latency", "", "s", "ms", [new ChartLine("p99", "s1", [ChartPoint.FromLatency(3, bound), new(4, 1)])]);
        var study = Sample with { Sections = [new StudySection("a", "A", table, new StudyChart(chart))] };

        var json = JsonOf(study);

        var rows = json.GetProperty("tables").GetProperty("latencies");
        Assert.Equal("""{"p99Ms":5000,"p50Ms":10,"atLeast":["p99Ms"]}""", JsonSerializer.Serialize(rows[0]));
        Assert.Equal("""{"p99Ms":7,"p50Ms":10}""", JsonSerializer.Serialize(rows[1]));
        Assert.Equal("""[{"row":0,"column":"p99"}]""", JsonSerializer.Serialize(json.GetProperty("charts")[0].GetProperty("atLeast")));
        Assert.Contains("at least 5,000", StudyText.Render(study));
    }

    [Fact]
    public void Json_Verdicts_SayWhatTheyRestOn()
    {
        var part = new StudyVerdicts(new StudyVerdict("fast", "1", true, 1), new StudyVerdict("slow", "2", true, 5) { Interval = "95 % interval 1 to 2" });

        var verdicts = JsonOf(Sample with { Sections = [new StudySection("a", "A", part)] }).GetProperty("verdicts");

        Assert.Equal("one run, no interval", verdicts[0].GetProperty("basis").GetString());
        Assert.Equal("5 runs, 95 % interval 1 to 2", verdicts[1].GetProperty("basis").GetString());
    }

    [Fact]
    public void LineChart_SeveralPointsAtOnePosition_HasARowForEach()
    {
        var table = new LineChart("Trials", "", "req/s", "ms", [new ChartLine("p99", "s1", [new(5, 10), new(5, 30), new(6, 40)])]).ToTable();

        Assert.Equal([["5", "10"], ["5", "30"], ["6", "40"]], table.Rows.Select(row => row.Select(cell => cell.Text)));
    }

    [Fact]
    public void Json_OneTableIsTheDocument_IsAnArrayOfItsRows()
    {
        var json = JsonOf(Sample with { JsonTable = "runs" });

        Assert.Equal(["first | <b>", "second"], json.EnumerateArray().Select(row => row.GetProperty("name").GetString()));
    }

    [Fact]
    public void Html_Study_HasASectionForEachThatIsNotEmpty()
    {
        var html = StudyHtml.Build(Sample);

        Assert.Equal(["runs", "course", "setup"], html.Descendants("section").Select(section => (string)section.Attribute("id")!));
        Assert.Equal(["first | <b>", "second"], html.Descendants("tbody").First().Descendants("th").Select(cell => cell.Value));
        Assert.Single(html.Descendants("svg"));
        var banner = html.Element("body")!.Element("header")!.Element("details")!;
        Assert.Equal("2 warnings: The gateway stopped.", banner.Element("summary")!.Value);
        Assert.Equal(["The gateway stopped.", "The machine was busy."], banner.Descendants("li").Select(item => item.Value));
        Assert.Contains(html.Descendants("li"), item => item.Value == "Yes: fast enough. Found: 12 req/s (one run, no interval).");
    }

    [Fact]
    public void Html_OneWarning_ShowsItsFirstSentenceAndFoldsTheRest()
    {
        var study = Sample with { Envelope = SampleStudies.Envelope, Warnings = ["It took 1.5 s. Repeat it."] };

        var banner = StudyHtml.Build(study).Descendants("header").Single().Element("details")!;

        Assert.Equal("Warning: It took 1.5 s.", banner.Element("summary")!.Value);
        Assert.Equal("It took 1.5 s. Repeat it.", banner.Element("ul")!.Value);
        Assert.Null(StudyHtml.Build(study with { Warnings = [] }).Descendants("header").Single().Element("details"));
    }

    [Fact]
    public void Html_FoldedSection_IsOpenedByItsLinkInBothContents()
    {
        var study = Sample with { Sections = [Sample.Sections[0] with { IsFolded = true }, Sample.Sections[2]] };

        var html = StudyHtml.Build(study);

        Assert.All(html.Descendants("nav"), contents => Assert.Equal(
            ["#runs", "#course", "#setup"], contents.Descendants("a").Select(link => link.Attribute("href")!.Value)));
        Assert.Equal(2, html.Descendants("nav").Count());
        var folded = html.Descendants().Single(each => (string?)each.Attribute("id") == "runs").Parent!;
        Assert.Equal(("details", "What was measured"), (folded.Name.LocalName, folded.Element("summary")!.Element("h2")!.Value));
    }

    [Fact]
    public void Html_OtherPages_AreLinkedInTheContents()
    {
        var html = StudyHtml.Build(Sample with { Links = [new PageLink("All runs", "../report.html")] });

        Assert.All(html.Descendants("nav"), contents => Assert.Equal("../report.html", contents.Descendants("a").Last().Attribute("href")!.Value));
    }

    [Fact]
    public void Html_Table_SaysHowManyColumnsItHasWhereItScrolls()
    {
        var box = StudyHtml.Build(Sample).Descendants("table").First().Parent!;

        Assert.Equal("4 columns: scroll to the right to see all of them.", box.Elements().First().Value);
        Assert.Equal(("hint", "wide"), ((string?)box.Elements().First().Attribute("class"), (string?)box.Attribute("class")));
    }

    [Fact]
    public void Markdown_Study_EscapesWhatATableWouldRead()
    {
        var lines = StudyMarkdown.Render(Sample).Split('\n');

        Assert.Equal("# A sample", lines[0]);
        Assert.Contains("> **Warning:** The machine was busy.", lines);
        Assert.Contains("| run | req/s | share | failed |", lines);
        Assert.Contains("|---|---:|---:|---:|", lines);
        Assert.Contains(@"| first \| &lt;b> | 12.3 | 50 % | 1,234 |", lines);
        Assert.Contains("- **no**: no errors. Found: 1,234 (5 runs, no interval).", lines);
        Assert.DoesNotContain("## Nothing here", lines);
    }

    [Fact]
    public void Markdown_Study_EndsWithItsCommandAndItsConditions()
    {
        var machine = SampleStudies.Envelope.Machine with
        {
            Health = new MachineHealth(false, "No problem was found."),
            DuringRun = new MachineLoad(StolenShare: 0.012, OtherShare: 0.034, OwnShare: 0.9),
        };

        var lines = StudyMarkdown.Render(Sample with { Envelope = SampleStudies.Envelope with { Machine = machine } }).Split('\n');

        Assert.Equal(
            [
                "Measured 2026-01-02: `lab sample`",
                "",
                "Linux, X64, 2 cores, .NET, commit abc. No problem was found. While load was measured, other virtual machines "
                + "took 1.2 % of the machine's time, and other programs 3.4 % (the mean; of several runs the highest).",
                "",
            ],
            lines[^4..]);
    }

    [Fact]
    public void Envelope_OfSeveralRuns_HasTheHighestUseOfTheMachineByOthers()
    {
        RunRecord With(MachineLoad? load) => SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with { Machine = SampleStudies.Envelope.Machine with { DuringRun = load } },
        };

        var envelope = StudyEnvelope.FromRuns(
            [With(new MachineLoad(0.01, null, 0.5)), With(null), With(new MachineLoad(0.005, 0.2, 0.7))], "runs");

        Assert.Equal(new MachineLoad(0.01, 0.2, 0.7), envelope.Machine.DuringRun);
        Assert.Empty(envelope.Warnings);
        Assert.Null(StudyEnvelope.FromRuns([With(null)], "runs").Machine.DuringRun);
    }

    [Fact]
    public void Forms_GroupListProseAndMissingChart_AreInEach()
    {
        StudyTable table = new(
            "grouped",
            "Grouped",
            [new("name", "name", ColumnKind.Words), new("value", "value", ColumnKind.Figure), new("at", "at", ColumnKind.Data) { IsOptional = true }],
            [["rate", "1", new(null, "")], ["rate", "2", new(7, "")]])
        {
            IsGrouped = true,
            Fold = "More",
        };
        var study = Sample with
        {
            Sections =
            [
                new StudySection(
                    "parts",
                    "Parts",
                    new StudyProse("How to read it.") { Heading = "Of one run" },
                    new StudyChart(new MissingChart("nothing was kept.") { Title = "Latency" }),
                    new StudyList(ListKind.Ranked, new StudyListItem("slow disk", "", "12 ms")),
                    table),
            ],
        };

        var (text, markdown, html) = (StudyText.Render(study), StudyMarkdown.Render(study), StudyHtml.Build(study));

        Assert.Contains("Of one run\nHow to read it.\n\n1. slow disk\n   12 ms\n", text);
        Assert.Contains("rate      1\n          2\n", text);
        Assert.Contains("### Of one run\n\nHow to read it.\n\n**Latency.** Nothing was kept.\n\n1. **slow disk**\n   - 12 ms\n", markdown);
        Assert.Contains("| rate | 1 |\n|  | 2 |\n", markdown);
        Assert.Equal("2", html.Descendants("th").Single(each => (string?)each.Attribute("scope") == "rowgroup").Attribute("rowspan")!.Value);
        Assert.Equal("More", html.Descendants("main").Single().Descendants("details").Single().Element("summary")!.Value);
        Assert.Equal("Latency", html.Descendants("figure").Single().Element("h4")!.Value);
        Assert.Empty(html.Descendants("svg"));
        Assert.Equal(
            [["name", "value"], ["name", "value", "at"]],
            JsonOf(study with { JsonTable = "grouped" }).EnumerateArray().Select(row => row.EnumerateObject().Select(each => each.Name)));
    }

    [Fact]
    public void Cell_WithANote_ShowsItsNumber() => Assert.Equal("59 [1]", (Cell.Number(59) with { Note = 1 }).ToString());

    private static JsonElement JsonOf(Study study)
    {
        using var output = new MemoryStream();
        StudyJson.Write(output, study);
        return JsonDocument.Parse(Encoding.UTF8.GetString(output.ToArray())).RootElement;
    }
}
