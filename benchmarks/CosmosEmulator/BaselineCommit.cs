using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The emulator of another commit, built in a temporary work tree.</summary>
internal sealed class BaselineCommit : IAsyncDisposable
{
    private const string Project = "src/CosmosEmulator";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("baseline-");

    private string WorkTree => Path.Combine(_folder.FullName, "tree");

    /// <exception cref="InvalidOperationException">The commit is not in this repository, or cannot be built.</exception>
    public async Task<EmulatorBuild> BuildAsync(string commit, CancellationToken cancellationToken)
    {
        await Console.Error.WriteLineAsync($"Building the emulator of commit {commit}");
        await RunAsync(cancellationToken, "git", "worktree", "add", "--quiet", "--detach", WorkTree, commit);
        await RunAsync(cancellationToken, "dotnet", "build", Path.Combine(WorkTree, Project), "-c", "Release", "-v", "quiet", "--nologo");
        var folder = Path.Combine(WorkTree, Project, "bin", "Release", "net10.0");
        return new(commit, Path.Combine(folder, Path.GetFileName(Shared.Benchmarks.ServerProcess.ProgramUnderTest)));
    }

    public async ValueTask DisposeAsync()
    {
        if (Directory.Exists(WorkTree))
        {
            await RunAsync(CancellationToken.None, "git", "worktree", "remove", "--force", WorkTree);
        }

        _folder.Delete(recursive: true);
    }

    private static async Task RunAsync(CancellationToken cancellationToken, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Start(start);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException(
                $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}. {await output} {await error}");
        }
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new InvalidOperationException($"{start.FileName} cannot be started: {exception.Message}", exception);
        }
    }
}
