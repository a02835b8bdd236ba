using System.Diagnostics;
using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>
/// Runs a script of <c>deploy/azure</c> with fakes of <c>az</c>, <c>kubectl</c>, <c>dotnet</c> and <c>curl</c> first in the path.
/// They write their arguments to a file, and answer as Azure would.
/// </summary>
internal sealed class FakeTools : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-az-");

    public FakeTools()
    {
        // The scripts write a file next to themselves.
        Scripts = _folder.CreateSubdirectory("deploy").CreateSubdirectory("azure").FullName;
        foreach (var script in new[] { "up", "down", "cluster" })
        {
            File.Copy(Repository.Deploy("azure", script), Path.Combine(Scripts, script));
        }

        var fakes = _folder.CreateSubdirectory("bin").FullName;
        (string, string)[] programs =
            [("az", Az), ("curl", Curl), ("kubectl", ""), ("dotnet", ""), ("git", "echo abc"), ("sleep", "")];
        foreach (var (name, answers) in programs)
        {
            var file = Path.Combine(fakes, name);
            File.WriteAllText(file, $"#!/usr/bin/env bash\nprintf '%s\\n' \"{name} $*\" >>\"$CALLS\"\n{answers}\n");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
            }
        }
    }

    /// <summary>Physical partitions that the fake account has; 0: it refuses to list them.</summary>
    public int Partitions { get; set; } = 9;

    public bool ContainersExist { get; set; }

    /// <summary>A container that does not exist although the others may.</summary>
    public string MissingContainer { get; set; } = "none";

    /// <summary>The step whose deployment fails.</summary>
    public string FailingStep { get; set; } = "none";

    public bool GroupExists { get; set; }

    /// <summary>A resource that stays after the deletion of its group.</summary>
    public string Leftover { get; set; } = "";

    /// <summary>The quota of cores for the family of the nodes.</summary>
    public int Cores { get; set; } = 20;

    /// <summary>The quota of cores for all families of the region.</summary>
    public int RegionalCores { get; set; } = 20;

    /// <summary>The start of the budget in an earlier deployment, if there was one.</summary>
    public string BudgetStart { get; set; } = "";

    public string Cluster { get; set; } = "";

    public string Scripts { get; }

    public string[] Calls => File.Exists(CallsFile) ? File.ReadAllLines(CallsFile) : [];

    private string CallsFile => Path.Combine(_folder.FullName, "calls");

    public Task<ProgramResult> RunAsync(string script, string answer, params string[] arguments)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(Scripts, script), .. arguments]);
        start.Environment["PATH"] = $"{_folder.FullName}/bin:{start.Environment["PATH"]}";
        start.Environment["CALLS"] = CallsFile;
        start.Environment["PARTITIONS"] = $"{Partitions}";
        start.Environment["CONTAINERS_EXIST"] = ContainersExist ? "0" : "3";
        start.Environment["MISSING"] = MissingContainer;
        start.Environment["FAILING"] = FailingStep;
        start.Environment["GROUP_EXISTS"] = GroupExists ? "true" : "false";
        start.Environment["LEFTOVER"] = Leftover;
        start.Environment["CLUSTER"] = Cluster;
        start.Environment["BUDGET_START"] = BudgetStart;
        start.Environment["CORES"] = $"{Cores}";
        start.Environment["REGIONAL_CORES"] = $"{RegionalCores}";
        return ProgramResult.RunAsync(start, $"{answer}\n");
    }

    /// <summary>The folder that the scripts gave to <c>kubectl apply -k</c>, next to a copy of the overlays.</summary>
    public string CopyOfKubernetes()
    {
        var source = Repository.Deploy("kubernetes");
        foreach (var file in Directory.GetFiles(source, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(_folder.FullName, "deploy", "kubernetes", Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        return Path.Combine(Scripts, ".cluster");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private const string Az =
        """
        case $* in
          "account show --query"*) echo "My subscription" ;;
          "ad signed-in-user"*) echo "11111111-1111-1111-1111-111111111111" ;;
          "account get-access-token"*) echo "token" ;;
          "group exists"*) [ -e "$CALLS.deleted" ] && echo false || echo "$GROUP_EXISTS" ;;
          "group delete"*) touch "$CALLS.deleted" ;;
          "aks list"*) echo "$CLUSTER" ;;
          "vm list-usage"*) printf '%s\t%s\t%s\n' cores "$REGIONAL_CORES" 0 standardDSv5Family "$CORES" 0 ;;
          "deployment group create"*" step=$FAILING "*) exit 1 ;;
          "cosmosdb sql container throughput update"*" -n $MISSING "*) exit 3 ;;
          "cosmosdb list"*) echo "drones-abc" ;;
          "cosmosdb sql container show"*"-n $MISSING "*) exit 3 ;;
          "cosmosdb sql container show"*) exit "$CONTAINERS_EXIST" ;;
          *parameters.budgetStart*) [ -n "$BUDGET_START" ] && echo "$BUDGET_START" || exit 3 ;;
          *cosmosEndpoint*) echo "https://drones-abc.documents.azure.com:443/" ;;
          *clusterName*) echo "drones-cluster" ;;
          *registryServer*) echo "drones.azurecr.io" ;;
          *deliveryClientId*) echo "22222222-2222-2222-2222-222222222222" ;;
          *insightsName*) echo "drones-insights" ;;
          "monitor log-analytics workspace list"*) echo "drones-logs" ;;
          "resource show"*) echo "InstrumentationKey=x" ;;
          "resource list --query"*) echo "$LEFTOVER" ;;
        esac
        """;

    private const string Curl =
        """
        [ "$PARTITIONS" -gt 0 ] || exit 22
        printf '{"PartitionKeyRanges":['
        for _ in $(seq "$PARTITIONS"); do printf '{"minInclusive":"","maxExclusive":"FF"},'; done
        """;
}
