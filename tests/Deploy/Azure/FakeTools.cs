using System.Diagnostics;
using System.Globalization;
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
        foreach (var script in new[] { "up", "down", "cluster", "deployments" })
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

    /// <summary>A container that does not exist although the others may. A deployment that fails does not create it.</summary>
    public string MissingContainer { get; set; } = "none";

    /// <summary>The step whose deployment fails.</summary>
    public string FailingStep { get; set; } = "none";

    /// <summary>
    /// The signal that interrupts the script while it creates the containers. Azure continues the deployment and that of a module
    /// until each is cancelled, and even then completes the creation of the containers, after two questions for the account.
    /// The signal is sent again with each cancellation.
    /// </summary>
    public string InterruptingSignal { get; set; } = "";

    /// <summary>Deployments that Azure still runs when the script starts.</summary>
    public string[] ActiveDeployments { get; set; } = [];

    /// <summary>A deployment that cannot be cancelled does not end.</summary>
    public bool CanCancel { get; set; } = true;

    /// <summary>Where the shell sends the errors of the script, if not to the result.</summary>
    public string Errors { get; set; } = "";

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

    private string AzureFolder => Path.Combine(_folder.FullName, "azure");

    private string CallsFile => Path.Combine(_folder.FullName, "calls");

    public Task<ProgramResult> RunAsync(string script, string answer, params string[] arguments)
    {
        CreateAzure();
        string[] command = ["bash", Path.Combine(Scripts, script), .. arguments];
        // .NET ignores SIGPIPE, and so would its child; a terminal does not.
        var start = Errors == ""
            ? new ProcessStartInfo(command[0], command[1..])
            : new ProcessStartInfo("bash", ["-c", $"exec env --default-signal=PIPE \"$@\" {Errors}", "bash", .. command]);
        start.Environment["PATH"] = $"{_folder.FullName}/bin:{start.Environment["PATH"]}";
        start.Environment["CALLS"] = CallsFile;
        start.Environment["PARTITIONS"] = $"{Partitions}";
        start.Environment["AZURE"] = AzureFolder;
        start.Environment["MISSING"] = MissingContainer;
        start.Environment["SIGNAL"] = InterruptingSignal;
        start.Environment["CAN_CANCEL"] = CanCancel ? "true" : "false";
        start.Environment["FAILING"] = FailingStep;
        start.Environment["GROUP_EXISTS"] = GroupExists ? "true" : "false";
        start.Environment["LEFTOVER"] = Leftover;
        start.Environment["CLUSTER"] = Cluster;
        start.Environment["BUDGET_START"] = BudgetStart;
        start.Environment["CORES"] = $"{Cores}";
        start.Environment["REGIONAL_CORES"] = $"{RegionalCores}";
        return ProgramResult.RunAsync(start, $"{answer}\n");
    }

    /// <summary>The RU/s of the containers that exist in the end.</summary>
    public Dictionary<string, int> ReadThroughput() => Directory.GetFiles(Path.Combine(AzureFolder, "containers"))
        .ToDictionary(file => Path.GetFileName(file), file => int.Parse(File.ReadAllText(file), CultureInfo.InvariantCulture));

    // A file for each container, with its RU/s, and one for each deployment that runs.
    private void CreateAzure()
    {
        var containers = Directory.CreateDirectory(Path.Combine(AzureFolder, "containers")).FullName;
        var deployments = Directory.CreateDirectory(Path.Combine(AzureFolder, "deployments")).FullName;
        string[] names = ["deliveriesByDeliveryId", "deliveriesByOwnerId", "deliverySummaries"];
        foreach (var name in names.Where(name => ContainersExist && name != MissingContainer))
        {
            File.WriteAllText(Path.Combine(containers, name), "600\n");
        }

        foreach (var name in ActiveDeployments)
        {
            File.WriteAllText(Path.Combine(deployments, name), "");
        }
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
        argument() { # FLAG ARGUMENTS...
          local flag=$1
          shift
          while [ "$1" != "$flag" ]; do shift; done
          echo "$2"
        }
        create() { # CONTAINERS: 54,000 RU/s each, 6,000 for the summaries
          for name in $1; do
            [ $name = deliverySummaries ] && echo 6000 >"$AZURE/containers/$name" || echo 54000 >"$AZURE/containers/$name"
          done
        }
        deploy_partitions() {
          local new=""
          [[ $* != *newContainers=* ]] || new=$(sed 's/.*newContainers=\[\([^]]*\)\].*/\1/; s/"//g; s/,/ /g' <<<"$*")
          for name in $new; do
            [ ! -e "$AZURE/containers/$name" ] || { echo "Throughput update is not allowed through options" >&2; exit 1; }
          done
          if [ -n "$SIGNAL" ]; then
            echo "$new" >"$AZURE/accepted"
            touch "$AZURE/deployments/drone-delivery-partitions" "$AZURE/deployments/drone-delivery-partitions-partitions"
            kill -"$SIGNAL" $PPID
            exit 1
          fi
          [ "$FAILING" != partitions ] || { create "${new/$MISSING/}"; exit 1; }
          create "$new"
        }
        deploy_throughput() {
          [ "$FAILING" != throughput ] && [ "$(ls "$AZURE/containers" | wc -l)" -eq 3 ] || exit 1
          echo 2500 | tee "$AZURE/containers/deliveriesByDeliveryId" >"$AZURE/containers/deliveriesByOwnerId"
          echo 400 >"$AZURE/containers/deliverySummaries"
        }
        case $* in
          "account show --query"*) echo "My subscription" ;;
          "ad signed-in-user"*) echo "11111111-1111-1111-1111-111111111111" ;;
          "account get-access-token"*) echo "token" ;;
          "group exists"*) [ -e "$CALLS.deleted" ] && echo false || echo "$GROUP_EXISTS" ;;
          "group delete"*) touch "$CALLS.deleted" ;;
          "aks list"*) echo "$CLUSTER" ;;
          "vm list-usage"*) printf '%s\t%s\t%s\n' cores "$REGIONAL_CORES" 0 standardDSv5Family "$CORES" 0 ;;
          "deployment group list"*) ls "$AZURE/deployments" ;;
          "deployment group cancel"*)
            [ -z "$SIGNAL" ] || kill -"$SIGNAL" $PPID
            name=$(argument -n "$@")
            [ -e "$AZURE/deployments/$name" ] && $CAN_CANCEL && rm "$AZURE/deployments/$name" ;;
          "deployment group create"*)
            [ ! -e "$AZURE/deployments/$(argument --name "$@")" ] || { echo "DeploymentActive" >&2; exit 1; }
            if [[ $* == *" step=partitions "* ]]; then deploy_partitions "$*"; else deploy_throughput; fi ;;
          "cosmosdb sql container throughput update"*)
            file=$AZURE/containers/$(argument -n "$@")
            [ -e "$file" ] || exit 3
            argument --throughput "$@" >"$file" ;;
          "cosmosdb list"*)
            if [ -e "$AZURE/accepted" ] && [ -z "$(ls "$AZURE/deployments")" ]; then
              echo >>"$AZURE/questions"
              [ "$(wc -l <"$AZURE/questions")" -lt 3 ] || { create "$(cat "$AZURE/accepted")"; rm "$AZURE/accepted"; }
            fi
            echo "drones-abc" ;;
          "cosmosdb sql container show"*) [ -e "$AZURE/containers/$(argument -n "$@")" ] || exit 3 ;;
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
