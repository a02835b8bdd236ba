using System.Text;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A test of Azure Load Testing, as the YAML that its pipelines and command line take.</summary>
/// <remarks>https://learn.microsoft.com/azure/load-testing/reference-test-config-yaml, version v0.1</remarks>
internal static class AzureDefinition
{
    /// <param name="notes">On what the criteria mean, a line each.</param>
    public static string Write(ExportedUsers load, IEnumerable<string> notes)
    {
        var yaml = new StringBuilder();
        yaml.Append("version: v0.1\n");
        yaml.Append($"testId: {load.Name}\n");
        yaml.Append($"displayName: {load.Name}\n");
        yaml.Append($"description: {Users(load)}\n");
        yaml.Append("testType: JMX\n");
        yaml.Append($"testPlan: {load.Name}.jmx\n");
        yaml.Append("configurationFiles:\n");
        yaml.Append($"  - {load.Name}.csv\n");
        yaml.Append("engineInstances: 1\n");
        yaml.Append("splitAllCSVs: false\n");
        if (load.Thresholds.Count > 0)
        {
            yaml.AppendJoin("", notes.Select(note => $"# {note}\n"));
            yaml.Append("failureCriteria:\n");
            yaml.AppendJoin("", load.Thresholds.Select(threshold => $"  - {AzureCriteria.Of(threshold)}\n"));
        }

        yaml.Append("autoStop:\n  errorPercentage: 90\n  timeWindow: 60\n");
        yaml.Append("env:\n  - name: webapp\n    value: http://gateway.example.org\n");
        return yaml.ToString();
    }

    private static string Users(ExportedUsers load) => FormattableString.Invariant(
        $"{load.Steps[0].Users} to {load.Steps[^1].Users} users in {load.Duration.TotalSeconds:0} s, one invoice after another");
}
