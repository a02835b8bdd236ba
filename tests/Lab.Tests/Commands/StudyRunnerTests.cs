using System.CommandLine;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Studies;
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
        Assert.Equal(["--seconds", "--runs", "--json", "--markdown"], command.Options.Select(option => option.Name));
    }

    [Fact]
    public async Task ShowAsync_ClosedTerminal_WritesTheFiles()
    {
        using var runs = new StoredRuns();
        await using var closed = new ClosedOutput();
        var study = new Study(SampleStudies.Envelope, "A summary.", []);

        await StudyRunner.ShowAsync(study, runs.Path, runs.In(StudyRunner.ReportFile), closed);

        string[] files = [StudyRunner.ReportFile, StudyRunner.MarkdownFile, StudyRunner.JsonFile];
        Assert.All(files, file => Assert.True(File.Exists(runs.In(file)), file));
    }

    private sealed class ClosedOutput : StringWriter
    {
        public override Task WriteLineAsync(string? value) => throw new IOException("Input/output error");
    }
}
