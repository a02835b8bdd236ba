using System.Diagnostics;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Programs;

/// <summary>A script of this project for Node.js, with a checker of <c>package.json</c>.</summary>
internal static class NodeScript
{
    private static readonly string Folder = Path.Combine(Repository.Root, "tests", "Deploy");

    /// <summary>The lines that the script prints for a text. Skips the test where the checker is not installed.</summary>
    /// <param name="script">Its path in <c>tests/Deploy</c>.</param>
    /// <param name="package">The checker's package.</param>
    public static async Task<string[]> RunAsync(string script, string package, string text)
    {
        Assert.SkipWhen(InstalledProgram.Find("node") is null, "No node is installed (on Debian: apt-get install npm).");
        Assert.SkipUnless(
            Directory.Exists(Path.Combine(Folder, "node_modules", package)),
            $"{package} is not installed: run 'npm ci' in tests/Deploy.");

        var result = await ProgramResult.RunAsync(new ProcessStartInfo("node", [Path.Combine(Folder, script)]), text);

        Assert.True(result.ExitCode == 0, result.Errors);
        return result.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
