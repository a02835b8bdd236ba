using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What was run, where, and how to run it again.</summary>
internal static class SetupSection
{
    /// <summary>As many characters tell every commit from all others, and fit in a column.</summary>
    private const int CommitLength = 12;

    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var manifests = runs.Select(run => run.Record.Manifest).ToList();
        return Html.Section(
            "setup",
            "How to repeat it",
            Html.Wide(
                "Configuration of all runs",
                Html.Table("Configuration", runs.Select(run => run.Title), Rows(manifests, runs))),
            Html.Element("h3", "What was kept, and what was not"),
            Html.Paragraph(
                "Memory and run folders are bounded. Figures of load, latency and database cover every request; "
                + "waterfalls, calls to backends and the parts of latency cover the traces that were kept."),
            Html.Wide("Kept and not kept", LossesTable.Build(runs)));
    }

    private static IEnumerable<(string, IEnumerable<object>)> Rows(List<RunManifest> manifests, IReadOnlyList<ReportRun> runs)
    {
        return
        [
            Row("Command", manifest => Html.Code(manifest.Command)),
            Row("Started", manifest => manifest.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture)),
            ("Measured", runs.Select(run => $"{Short(run.Figures.DurationSeconds)} s")),
            Row("Load", manifest => manifest.Load),
            Row("Load engine", manifest => manifest.Engine),
            Row("Mode", manifest => manifest.Mode),
            .. Settings(manifests, manifest => manifest.Configuration),
            ("Container", runs.Select(run => Container(run.Record.Cosmos))),
            Row("Simulation profile", manifest => manifest.Profile),
            .. Settings(manifests, manifest => manifest.ProfileSettings),
            Row("Machine", manifest => Machine(manifest.Machine)),
            Row("Looked over before", manifest => manifest.Machine.Health?.Text ?? None),
            Row("Runtime", manifest => $"{manifest.Machine.Runtime}, {(manifest.DebugBuild ? "debug build" : "release build")}"),
            Row(
                "Commit",
                manifest =>
                    Html.Code(manifest.Commit is { Length: > CommitLength } commit ? commit[..CommitLength] : manifest.Commit)),
        ];

        (string, IEnumerable<object>) Row(string label, Func<RunManifest, object> cell) => (label, manifests.Select(cell));
    }

    private static string Container(CosmosRecord cosmos) =>
        $"{cosmos.Container}, partition key {cosmos.PartitionKeyPath}, {cosmos.Partitions.Count} partitions, "
        + $"{Short(cosmos.ProvisionedRequestUnitsPerSecond)} RU/s";

    private static string Machine(MachineInfo machine) =>
        $"{machine.Os}, {machine.Architecture}, {machine.Cores} cores{(machine.CpuModel is { } model ? $" ({model})" : "")}, "
        + $"{Short(machine.MemoryGiB)} GiB";

    private static IEnumerable<(string, IEnumerable<object>)> Settings(
        List<RunManifest> manifests, Func<RunManifest, IReadOnlyDictionary<string, string>> settings) =>
        manifests
            .SelectMany(manifest => settings(manifest).Keys)
            .Distinct()
            .Select(name => (name, manifests.Select(manifest => (object)settings(manifest).GetValueOrDefault(name, None))));
}
