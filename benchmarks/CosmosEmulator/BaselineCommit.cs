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
        await Tool.RunAsync(cancellationToken, "git", "worktree", "add", "--quiet", "--detach", WorkTree, commit);
        await Tool.RunAsync(cancellationToken, "dotnet", "build", Path.Combine(WorkTree, Project), "-c", "Release", "-v", "quiet", "--nologo");
        var folder = Path.Combine(WorkTree, Project, "bin", "Release", "net10.0");
        return new(commit, Path.Combine(folder, Path.GetFileName(Shared.Benchmarks.ServerProcess.ProgramUnderTest)));
    }

    public async ValueTask DisposeAsync()
    {
        if (Directory.Exists(WorkTree))
        {
            await Tool.RunAsync(CancellationToken.None, "git", "worktree", "remove", "--force", WorkTree);
        }

        _folder.Delete(recursive: true);
    }
}
