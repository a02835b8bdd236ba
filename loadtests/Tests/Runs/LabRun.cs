using System.CommandLine;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>
/// Runs a lab's command as a user does, in a folder that is deleted after the test. It asserts for every lab that the exit code
/// is 0, that the study exists in all four formats, and that <c>report</c> writes the same study again.
/// </summary>
internal sealed class LabRun : IDisposable
{
    private readonly DirectoryInfo _runs = Directory.CreateTempSubdirectory("drone-lab-");

    public static LoadEngine Engine => LoadEngine.BuiltIn(TimeProvider.System);

    /// <summary>The folder of the test's run folders.</summary>
    public string Runs => _runs.FullName;

    /// <summary>The folder that the lab wrote.</summary>
    public string Folder { get; private set; } = "";

    public void Dispose() => _runs.Delete(recursive: true);

    public async Task RunAsync(Command command, params string[] arguments)
    {
        var printed = await InvokeAsync(command, [.. arguments, "--runs", Runs]);

        TestContext.Current.TestOutputHelper!.WriteLine(printed);
        Folder = Assert.Single(Directory.GetDirectories(Runs));
        var forms = await ReadFormsAsync(command.Name);
        Assert.Equal(printed, await InvokeAsync(ReportCommand.Create(), Folder));
        Assert.Equal(forms, await ReadFormsAsync(command.Name));
    }

    /// <summary>Runs a lab whose command has no options for so short a run: with the code that they share.</summary>
    public Task RunAsync<T>(string lab, Func<LabSession, CancellationToken, Task<T>> measure, Func<T, Study> build)
    {
        var runner = new StudyRunner(lab, TimeProvider.System);
        var command = runner.CreateCommand("");
        command.SetAction((arguments, token) => runner.RecordAsync(arguments, session => measure(session, token), build));
        return RunAsync(command);
    }

    public Task<RunRecord> ReadRunAsync(string name) =>
        new RunFolder(Path.Combine(Folder, name)).ReadRecordAsync(TestContext.Current.CancellationToken);

    public Task<T> ReadRecordAsync<T>(string lab) =>
        RecordFile.ReadAsync<T>(RecordFile.PathIn(Folder, lab), lab, TestContext.Current.CancellationToken);

    /// <summary>The rows of a table of the study.</summary>
    public async Task<IReadOnlyList<JsonElement>> ReadTableAsync(string key)
    {
        var study = JsonDocument.Parse(await ReadAsync(StudyRunner.JsonFile));
        return [.. study.RootElement.GetProperty("tables").GetProperty(key).EnumerateArray()];
    }

    /// <returns>The printed result.</returns>
    private static async Task<string> InvokeAsync(Command command, params string[] arguments)
    {
        var line = new RootCommand { command }.Parse([command.Name, .. arguments]);
        var invocation = new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = new StringWriter() };
        Assert.Equal(ExitCode.Done, await CommandUsage.InvokeAsync(line, invocation, TestContext.Current.CancellationToken));
        return invocation.Output.ToString()!;
    }

    private async Task<(string Html, string Markdown, string Json)> ReadFormsAsync(string lab)
    {
        var forms = (
            Html: await ReadAsync(StudyRunner.ReportFile),
            Markdown: await ReadAsync(StudyRunner.MarkdownFile),
            Json: await ReadAsync(StudyRunner.JsonFile));
        using var reader = XmlReader.Create(
            new StringReader(forms.Html), new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        Assert.NotEmpty(XDocument.Load(reader).Descendants("table"));
        Assert.StartsWith("# ", forms.Markdown);
        using var json = JsonDocument.Parse(forms.Json);
        Assert.Equal(lab, json.RootElement.GetProperty("lab").GetString());
        return forms;
    }

    private Task<string> ReadAsync(string file) =>
        File.ReadAllTextAsync(Path.Combine(Folder, file), TestContext.Current.CancellationToken);
}
