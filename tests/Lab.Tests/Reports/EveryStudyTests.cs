using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.Lab.Tests.Reports;

/// <summary>Every study shows its tables and verdicts in each of the four forms.</summary>
public sealed class EveryStudyTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public static TheoryData<string> Names => [.. StudySample.All.Select(sample => sample.Name)];

    public void Dispose() => _runs.Dispose();

    [Fact]
    public void Samples_LabsWithAStudyOfTheirOwn_AreAllThere() =>
        Assert.Empty(StudyReaders.Labs.Except(StudySample.All.Select(sample => sample.Name)));

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Text_EveryTable_HasItsTitleHeadingsAndRowsAsync(string name)
    {
        var built = await BuildAsync(name);
        var study = built with { Sections = [.. built.Sections.Select(section => section with { IsForPages = false })] };
        var lines = StudyText.Render(study).Split('\n');

        Assert.All(ShownTables(study), table => AssertShown(table, lines));
        Assert.All(study.Verdicts, verdict => AssertOneHas(lines, [verdict.Goal, verdict.Found, verdict.Answer, verdict.Basis]));
        AssertFinite(string.Join('\n', lines));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Markdown_EveryTable_HasItsTitleHeadingsAndRowsAsync(string name)
    {
        var study = await BuildAsync(name);
        var lines = Unescape(StudyMarkdown.Render(study)).Split('\n');

        Assert.All(ShownTables(study), table => AssertShown(table, lines));
        Assert.All(study.Verdicts, verdict => AssertOneHas(lines, [verdict.Answer, verdict.Goal, verdict.Found, verdict.Basis]));
        AssertFinite(string.Join('\n', lines));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Html_EveryTable_HasACaptionHeadingsAndRowsAsync(string name)
    {
        var study = await BuildAsync(name);
        var path = _runs.In("page.html");

        await StudyHtml.WriteAsync(study, path, TestContext.Current.CancellationToken);

        using var reader = XmlReader.Create(path, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        var page = XDocument.Load(reader);
        Assert.All(page.Descendants("table"), table => Assert.NotEqual("", table.Element("caption")?.Value));
        var tables = page.Descendants("table")
            .Select(table => table.Descendants("tr").Select(Line).Prepend(table.Element("caption")!.Value));
        Assert.All(ShownTables(study), table => Assert.Contains(tables, lines => IsShown(table, [.. lines])));
        Assert.All(study.Verdicts, verdict => Assert.Contains(
            page.Descendants("li"),
            item => Has(item.Value.ToLowerInvariant(), Lower([verdict.Answer, verdict.Goal, verdict.Found, verdict.Basis]))));
        AssertFinite(page.Root!.Value);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Json_EveryTable_HasARowForEachOfItsRowsAsync(string name)
    {
        var study = await BuildAsync(name);
        using var output = new MemoryStream();

        StudyJson.Write(output, study);

        output.Position = 0;
        using var json = await JsonDocument.ParseAsync(output, default, TestContext.Current.CancellationToken);
        AssertFinite(json.RootElement.GetRawText());
        if (study.JsonTable is { } only)
        {
            AssertRows(study.Tables.Single(table => table.Key == only), json.RootElement);
            return;
        }

        Assert.Equal(study.Envelope.Lab, json.RootElement.GetProperty("lab").GetString());
        Assert.All(study.Tables, table => AssertRows(table, json.RootElement.GetProperty("tables").GetProperty(table.Key)));
        Assert.Equal(
            study.Verdicts.Select(verdict => (verdict.Goal, verdict.Found, verdict.Met)),
            json.RootElement.GetProperty("verdicts").EnumerateArray().Select(verdict => (
                verdict.GetProperty("goal").GetString()!,
                verdict.GetProperty("found").GetString()!,
                verdict.GetProperty("met").Deserialize<bool?>())));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Files_PrivatePathsInItsTexts_AreInNoneAsync(string name)
    {
        var study = await BuildAsync(name);
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        var envelope = study.Envelope with
        {
            Command = $"{study.Envelope.Command} --runs {_runs.Path} --data {home}/ann/data.csv",
            Failure = $"The gateway stopped ({_runs.In("gateway.log")}): 1",
        };

        await StudyRunner.ShowAsync(study with { Envelope = envelope }, _runs.Path, _runs.In("report.html"), new(TextWriter.Null));

        Assert.All(["report.html", "report.md", "study.json"], file =>
        {
            var text = File.ReadAllText(_runs.In(file));
            Assert.DoesNotContain(_runs.Path, text);
            Assert.DoesNotContain($"{home}/", text);
            Assert.True(study.JsonTable is not null || text.Contains("(gateway.log)", StringComparison.Ordinal), text);
        });
    }

    // The findings of many runs are long, so only the pages have them.
    [Theory]
    [InlineData("caching")]
    [InlineData("concurrency")]
    [InlineData("partitions")]
    public async Task Study_OfRunFolders_ExplainsEachRunOnItsPagesAsync(string name)
    {
        await StudySample.Find(name).WriteAsync(_runs.Path);

        var study = await StudyReaders.FindAsync([_runs.Path], TestContext.Current.CancellationToken);

        var explanation = study!.Sections.Single(section => section.Id == "explanation");
        Assert.True(explanation.Parts.OfType<StudyProse>().Count(part => part.Heading is not null) > 1, "no heading for each run");
        Assert.Contains($"## {explanation.Heading}", StudyMarkdown.Render(study));
        Assert.DoesNotContain("the lab's explain command", StudyText.Render(study));
    }

    [Theory]
    [InlineData("overload")]
    [InlineData("soak")]
    public async Task Study_OfOneRunFolder_ExplainsItOnItsPagesAsync(string name)
    {
        await StudySample.Find(name).WriteAsync(_runs.Path);

        var study = await StudyReaders.FindAsync([_runs.Path], TestContext.Current.CancellationToken);

        Assert.Contains(study!.Sections, section => section is { Id: "explanation", IsForPages: true });
    }

    private async Task<Study> BuildAsync(string name)
    {
        var sample = StudySample.Find(name);
        await sample.WriteAsync(_runs.Path);
        var study = await sample.BuildAsync(_runs.Path);
        Assert.NotEmpty(ShownTables(study));
        return study;
    }

    private static List<StudyTable> ShownTables(Study study) => [.. study.Tables.Where(table => table.HasContent)];

    private static void AssertRows(StudyTable table, JsonElement rows)
    {
        Assert.Equal(table.Rows.Count, rows.GetArrayLength());
        string[] names = [.. table.Columns.Where(column => !column.IsOptional).Select(column => column.Key)];
        Assert.All(rows.EnumerateArray(), row => Assert.Empty(names.Except(row.EnumerateObject().Select(member => member.Name))));
    }

    private static void AssertShown(StudyTable table, string[] lines)
    {
        var start = Array.FindIndex(lines, line => line.Trim('*', ' ') == table.Title);
        Assert.True(start >= 0, $"no table has the title '{table.Title}'");
        Assert.True(IsShown(table, lines[start..]), $"'{table.Title}' is not whole in:\n{string.Join('\n', lines[start..])}");
    }

    /// <summary>Title, headings and rows follow each other, each in a line, its words from left to right.</summary>
    private static bool IsShown(StudyTable table, string[] lines)
    {
        var (columns, rows) = table.Shown;
        IReadOnlyList<IReadOnlyList<string>> expected =
        [
            [table.Title],
            [.. columns.Select(column => column.Heading)],
            .. rows.Select(row => row.Select(cell => cell.ToString()).ToList()),
        ];
        var next = 0;
        foreach (var line in lines)
        {
            next += next < expected.Count && Has(line, expected[next]) ? 1 : 0;
        }

        return next == expected.Count;
    }

    private static void AssertOneHas(string[] lines, IReadOnlyList<string> words) =>
        Assert.True(lines.Any(line => Has(line, words)), $"no line has {string.Join(", ", words)}");

    /// <summary>Whether the words are in the line one after another.</summary>
    private static bool Has(string line, IReadOnlyList<string> words)
    {
        var from = 0;
        foreach (var word in words)
        {
            var at = line.IndexOf(word, from, StringComparison.Ordinal);
            if (at < 0)
            {
                return false;
            }

            from = at + word.Length;
        }

        return true;
    }

    private static List<string> Lower(IReadOnlyList<string> words) => [.. words.Select(word => word.ToLowerInvariant())];

    /// <summary>The cells of a row of HTML, with the number of a note as the other forms have it.</summary>
    private static string Line(XElement row) => string.Join(' ', row.Elements().Select(cell =>
        cell.Element("sup") is { } note ? $"{cell.Value[..^note.Value.Length]} [{note.Value}]" : cell.Value));

    private static string Unescape(string markdown) =>
        Regex.Replace(markdown, @"\\([\\|])", "$1").Replace("&lt;", "<", StringComparison.Ordinal);

    private static void AssertFinite(string text) => Assert.DoesNotMatch("NaN|Infinity|∞", text);
}
