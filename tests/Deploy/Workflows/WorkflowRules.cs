using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>What must hold for every workflow. A rule returns a sentence for each place where it does not.</summary>
internal static partial class WorkflowRules
{
    // A workflow with one of these triggers has the rights of the main branch, also for a pull request of a fork.
    private static readonly string[] TriggersWithRights = ["workflow_run", "pull_request_target"];

    private static readonly Dictionary<string, string> RightsToRead = new() { ["contents"] = "read" };

    private static readonly Dictionary<string, string> RightsToComment = new() { ["actions"] = "read", ["pull-requests"] = "write" };

    public static IReadOnlyDictionary<string, Func<Workflow, IEnumerable<string>>> All { get; } =
        new Dictionary<string, Func<Workflow, IEnumerable<string>>>
        {
            [nameof(MinimalRights)] = MinimalRights,
            [nameof(NoForeignCodeWithRights)] = NoForeignCodeWithRights,
            [nameof(NoExpressionsInScripts)] = NoExpressionsInScripts,
            [nameof(NoSecrets)] = NoSecrets,
            [nameof(PinnedActions)] = PinnedActions,
            [nameof(TimeLimits)] = TimeLimits,
            [nameof(Files)] = Files,
            [nameof(OtherWorkflows)] = OtherWorkflows,
        };

    /// <summary>Reading the code; where no code of a pull request can run, reading runs and writing comments.</summary>
    private static IEnumerable<string> MinimalRights(Workflow workflow) => workflow.Permissions switch
    {
        { Count: 0 } => ["It has the default rights."],
        _ => workflow.Jobs.Values.SelectMany(job => job.Permissions).Concat(workflow.Permissions)
            .Except(HasRights(workflow) ? RightsToComment : RightsToRead).Select(right => $"It has {right}."),
    };

    private static IEnumerable<string> NoForeignCodeWithRights(Workflow workflow) => HasRights(workflow)
        ? workflow.Steps.Where(step => step.Uses.Length > 0).Select(step => $"It uses {step.Uses}.")
        : [];

    /// <summary>The text of an expression, such as the name of a branch, would become part of the script.</summary>
    private static IEnumerable<string> NoExpressionsInScripts(Workflow workflow) =>
        workflow.Scripts.Where(script => script.Contains("${{", StringComparison.Ordinal));

    private static IEnumerable<string> NoSecrets(Workflow workflow) => workflow.Steps
        .SelectMany(step => step.With.Concat(step.Env)).Where(value => value.Value.Contains("secrets", StringComparison.Ordinal))
        .Select(value => $"{value.Key} is {value.Value}.");

    private static IEnumerable<string> PinnedActions(Workflow workflow) =>
        workflow.Steps.Select(step => step.Uses).Where(action => action.Length > 0 && !PinnedAction().IsMatch(action));

    private static IEnumerable<string> TimeLimits(Workflow workflow) =>
        workflow.Jobs.Where(job => job.Value.TimeoutMinutes is < 1 or > 60).Select(job => $"{job.Key} has no time limit.");

    /// <summary>The files that are given to actions.</summary>
    private static IEnumerable<string> Files(Workflow workflow) => workflow.Steps.SelectMany(step => step.With.Values)
        .Where(value => ShellCommand.IsPath(value) && !Path.Exists(Path.Combine(Repository.Root, value)));

    private static IEnumerable<string> OtherWorkflows(Workflow workflow) => workflow.On.Values
        .SelectMany(trigger => trigger?.Workflows ?? [])
        .Except(Workflow.Files.Select(file => Workflow.Parse(File.ReadAllText(Path.Combine(Workflow.Folder, file))).Name));

    private static bool HasRights(Workflow workflow) => workflow.On.Keys.Intersect(TriggersWithRights).Any();

    [GeneratedRegex("^[a-z-]+/[a-z-]+@(v[0-9]+|[0-9a-f]{40})$")]
    private static partial Regex PinnedAction();
}
