using System.CommandLine;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class StudyRunnerTests
{
    [Fact]
    public void CreateCommand_ArgumentAndOption_HasThemBeforeTheOptionsOfResults()
    {
        var runner = new StudyRunner("x", TimeProvider.System, (3, "it differs"));

        var command = runner.CreateCommand("Measures.", new Option<int>("--seconds"), new Argument<string>("target"));

        Assert.Equal(
            "Measures. Exit codes: 0 done, 1 it could not be done, 2 wrong command line, 3 it differs, 130 Ctrl+C.",
            command.Description);
        Assert.Equal("target", Assert.Single(command.Arguments).Name);
        Assert.Equal(["--seconds", "--runs", "--format", "--json", "--markdown"], command.Options.Select(option => option.Name));
    }

    [Fact]
    public async Task ShowAsync_ClosedTerminal_WritesTheFiles()
    {
        using var runs = new StoredRuns();
        await using var closed = new ClosedOutput();
        var study = new Study(SampleStudies.Envelope, "A summary.", []);

        var failure = await Assert.ThrowsAsync<LabException>(() => StudyRunner.ShowAsync(
            study, runs.Path, runs.In(StudyRunner.ReportFile),
            new StudyOutput(closed, new(runs.In("own.json")), new(runs.In("own.md")))));

        Assert.Equal($"The results cannot be printed: Input/output error. The runs are in {runs.Path}.", failure.Message);
        string[] files = [StudyRunner.ReportFile, StudyRunner.MarkdownFile, StudyRunner.JsonFile, "own.json", "own.md"];
        Assert.All(files, file => Assert.True(File.Exists(runs.In(file)), file));
    }

    [Fact]
    public async Task ShowAsync_StudyWithPages_WritesAllAndPrintsThoseWithAName()
    {
        using var runs = new StoredRuns();
        await using var output = new StringWriter();
        var study = new Study(SampleStudies.Envelope, "A summary.", []);
        var (named, other) = (runs.In("comparison.html"), runs.In("run.html"));

        await StudyRunner.ShowAsync(
            study with { Pages = [new("Comparison:", named, () => study), new(Name: null, other, () => study)] },
            runs.Path,
            runs.In(StudyRunner.ReportFile),
            new StudyOutput(output));

        Assert.True(File.Exists(named) && File.Exists(other));
        Assert.EndsWith(
            $"Runs:   {runs.Path}\nReport: {runs.In(StudyRunner.ReportFile)}\nComparison: {named}\n",
            output.ToString().ReplaceLineEndings("\n"),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("json", "{")]
    [InlineData("markdown", "# ")]
    public async Task ShowAsync_OtherFormat_PrintsOnlyTheStudy(string format, string start)
    {
        using var runs = new StoredRuns();
        await using var output = new StringWriter();
        await using var paths = new StringWriter();
        var study = new Study(SampleStudies.Envelope, "A summary.", []);

        await StudyRunner.ShowAsync(
            study, runs.Path, report: null, new StudyOutput(output) { Format = format, Paths = paths });

        Assert.StartsWith(start, output.ToString());
        Assert.Equal(File.ReadAllText(runs.In(format == "json" ? "study.json" : "report.md")).Trim(), output.ToString().Trim());
        Assert.Equal($"Runs:   {runs.Path}", paths.ToString().Trim());
    }

    private sealed class ClosedOutput : StringWriter
    {
        public override Task WriteLineAsync(string? value) => throw new IOException("Input/output error");
    }
}
