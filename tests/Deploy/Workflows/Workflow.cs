using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>What the tests read of a workflow of GitHub Actions.</summary>
public sealed class Workflow
{
    private static readonly IDeserializer Yaml = new DeserializerBuilder()
        .WithNamingConvention(HyphenatedNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build();

    public static string Folder { get; } = Path.Combine(Repository.Root, ".github", "workflows");

    public static IEnumerable<string> Files => Directory.GetFiles(Folder).Select(path => Path.GetFileName(path));

    public string Name { get; set; } = "";

    public Dictionary<string, WorkflowTrigger?> On { get; set; } = [];

    public Dictionary<string, string> Permissions { get; set; } = [];

    public Dictionary<string, WorkflowJob> Jobs { get; set; } = [];

    public IEnumerable<WorkflowStep> Steps => Jobs.Values.SelectMany(job => job.Steps);

    /// <summary>What its steps run in a shell.</summary>
    public IEnumerable<string> Scripts => Steps.Select(step => step.Run).Where(script => script.Length > 0);

    public static Workflow Parse(string text) => Yaml.Deserialize<Workflow>(text);
}

/// <summary>A condition under which a workflow runs.</summary>
public sealed class WorkflowTrigger
{
    /// <summary>The names of other workflows, for <c>workflow_run</c>.</summary>
    public List<string> Workflows { get; set; } = [];
}

/// <summary>A job of a workflow.</summary>
public sealed class WorkflowJob
{
    public Dictionary<string, string> Permissions { get; set; } = [];

    public int TimeoutMinutes { get; set; }

    public List<WorkflowStep> Steps { get; set; } = [];
}

/// <summary>A step of a job: an action, or a script.</summary>
public sealed class WorkflowStep
{
    public string Uses { get; set; } = "";

    public string Run { get; set; } = "";

    public Dictionary<string, string> With { get; set; } = [];

    public Dictionary<string, string> Env { get; set; } = [];
}
