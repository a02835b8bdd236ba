using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Import;

namespace DroneDelivery.Lab.Tests.Import;

/// <summary>Imports into a folder of its own, which goes with the test.</summary>
internal sealed class ImportedFiles : IDisposable
{
    private static readonly string Files = Path.Combine(AppContext.BaseDirectory, "Import", "Files");

    private readonly StoredRuns _runs = new();

    public string Runs => _runs.In("runs");

    public void Dispose() => _runs.Dispose();

    /// <summary>The path of a file next to this class.</summary>
    public static string Sample(string name) => Path.Combine(Files, name);

    /// <summary>Writes a file, and returns its path.</summary>
    public string Write(string name, string content)
    {
        File.WriteAllText(_runs.In(name), content);
        return _runs.In(name);
    }

    public string Write(string name, byte[] content)
    {
        File.WriteAllBytes(_runs.In(name), content);
        return _runs.In(name);
    }

    public Task<CommandRun> RunAsync(params string[] arguments) => CommandRun.RunAsync(
        ImportCommand.Create(TimeProvider.System), [.. arguments, "--runs", Runs]);

    /// <summary>Imports files, and reads the run.</summary>
    public async Task<(string Folder, RunData Run, string Output)> ImportAsync(params string[] arguments)
    {
        var command = await RunAsync(arguments);
        Assert.Equal((0, ""), (command.ExitCode, command.Error));
        var folder = command.Output.TrimEnd().Split("Run: ")[^1];
        return (folder, await new RunFolder(folder).ReadAsync(TestContext.Current.CancellationToken), command.Output);
    }
}
