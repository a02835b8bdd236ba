using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Kubernetes;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Azure;

public sealed class ScriptTests : IDisposable
{
    private static readonly string[] Email = ["--email", "me@example.com"];

    private readonly FakeTools _tools;

    public ScriptTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for bash.");
        _tools = new FakeTools();
    }

    public void Dispose() => _tools?.Dispose();

    [Theory]
    [InlineData("no")]
    [InlineData("y")]
    [InlineData("")]
    public async Task Up_AnsweredWithAnythingButYes_CreatesNothing(string answer)
    {
        var result = await _tools.RunAsync("up", answer, Email);

        Assert.Equal((1, "Nothing was created.\n"), (result.ExitCode, result.Errors));
        Assert.DoesNotContain(_tools.Calls, IsChange);
    }

    [Fact]
    public async Task Up_OfANewGroup_CreatesPartitionsThenSetsTheThroughputThenStartsTheCluster()
    {
        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(
            ["group create", "deployment partitions", "deployment throughput", "apply"],
            _tools.Calls.Select(Describe).OfType<string>());
        Assert.Equal(2, _tools.Calls.Count(call => call.StartsWith("curl", StringComparison.Ordinal)));
        Assert.All(
            _tools.Calls.Where(call => call.Contains("deployment group create", StringComparison.Ordinal)),
            call => Assert.Matches(
                @"operatorId=11111111-1111-1111-1111-111111111111 budgetEmail=me@example.com budgetStart=\d{4}-\d\d-01", call));
    }

    [Fact]
    public async Task Up_AgainInALaterMonth_KeepsTheStartOfTheBudget()
    {
        _tools.BudgetStart = "2025-02-01";

        await _tools.RunAsync("up", "yes", Email);

        Assert.Contains(_tools.Calls, call => call.Contains(" budgetStart=2025-02-01", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("azure")]
    [InlineData("study")]
    public async Task Up_OfANewGroup_AppliesTheOverlayWithItsValues(string overlay)
    {
        var result = await _tools.RunAsync("up", "yes", [.. Email, "--overlay", overlay]);
        Assert.True(result.ExitCode == 0, result.Errors);

        var manifest = await Manifest.LoadAsync(_tools.CopyOfKubernetes(), overlay);

        Assert.Empty(Rules.FindFaults(manifest));
        Assert.All(
            manifest.Workloads.Where(each => each.IsOwn),
            each => Assert.Matches($"^drones.azurecr.io/drone-delivery/{each.Name}:abc-\\d{{14}}$", each.Container.Image));
        Assert.Equal(
            "22222222-2222-2222-2222-222222222222",
            manifest.Find<V1ServiceAccount>("delivery")!.Metadata.Annotations["azure.workload.identity/client-id"]);
        Assert.Equal(
            ["https://drones-abc.documents.azure.com:443/"],
            manifest.All<V1ConfigMap>().Where(map => map.Data.ContainsKey("endpoint")).Select(map => map.Data["endpoint"]));
        Assert.Equal(
            "InstrumentationKey=x", manifest.FindSecret(manifest.All<V1Secret>().Single().Metadata.Name, "connection-string"));
    }

    [Fact]
    public async Task Up_WhereContainersExist_CreatesNoPartitions()
    {
        _tools.ContainersExist = true;

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(["group create", "deployment throughput", "apply"], _tools.Calls.Select(Describe).OfType<string>());
    }

    [Fact]
    public async Task Up_AfterADeploymentThatFailedHalfWay_CreatesTheMissingContainer()
    {
        (_tools.ContainersExist, _tools.MissingContainer) = (true, "deliveriesByOwnerId");

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(
            _tools.Calls, call => call.Contains("step=partitions ", StringComparison.Ordinal)
                && call.Contains(" newContainers=[\"deliveriesByOwnerId\"] ", StringComparison.Ordinal));
        Assert.Equal(Throughput(2_500, 2_500, 400), _tools.ReadThroughput());
    }

    [Theory]
    [InlineData("partitions")]
    [InlineData("throughput")]
    public async Task Up_DeploymentFails_LowersTheContainers(string step)
    {
        _tools.FailingStep = step;

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Equal(
            """
            Not finished. Cancelling the deployment, then lowering the containers: up to 8 minutes. Ctrl+C does not end this.
              deliveriesByDeliveryId has 600 RU/s.
              deliveriesByOwnerId has 600 RU/s.
              deliverySummaries has 400 RU/s.
            Run this again, or deploy/azure/down --group drone-delivery.

            """,
            result.Errors);
        Assert.Equal(Throughput(600, 600, 400), _tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_DeploymentFailsBeforeAContainerIsCreated_SaysThatItDoesNotExist()
    {
        (_tools.FailingStep, _tools.MissingContainer) = ("partitions", "deliveriesByOwnerId");

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Contains("  deliveriesByOwnerId does not exist.\n", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("Not lowered", result.Errors, StringComparison.Ordinal);
        Assert.Equal([400, 600], _tools.ReadThroughput().Values.Order());
    }

    // The fake creates the containers only after both deployments were cancelled, and the script asked for the account twice.
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP")]
    public async Task Up_InterruptedWhileAzureCreatesContainers_CancelsTheDeploymentsAndLowersTheContainers(string signal)
    {
        _tools.InterruptingSignal = signal;

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.NotEqual(0, result.ExitCode);
        Assert.Equal(Throughput(600, 600, 400), _tools.ReadThroughput());
        Assert.Contains("az deployment group cancel -g drone-delivery -n drone-delivery-partitions -o none", _tools.Calls);
        Assert.DoesNotContain("Not lowered", result.Errors, StringComparison.Ordinal);
    }

    // To write to the file fails; to write to a pipe whose reader has ended is a signal.
    [Theory]
    [InlineData("2>/dev/full", "")]
    [InlineData("2>/dev/full", "HUP")]
    [InlineData("2> >(:)", "HUP")]
    public async Task Up_TerminalIsClosed_LowersTheContainers(string errors, string signal)
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "There is no /dev/full, to which no output can be written.");
        (_tools.Errors, _tools.InterruptingSignal, _tools.FailingStep) = (errors, signal, "throughput");

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.NotEqual(0, result.ExitCode);
        Assert.Equal(Throughput(600, 600, 400), _tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_DeploymentCannotBeCancelled_PrintsTheCostAndTheCommandsThatEndIt()
    {
        (_tools.InterruptingSignal, _tools.CanCancel) = ("TERM", false);

        var result = await _tools.RunAsync("up", "yes", [.. Email, "--group", "mine"]);

        Assert.EndsWith(
            """
            Not lowered: up to 9.12 dollars an hour until these commands succeed, or deploy/azure/down --group mine:
              az deployment group cancel -g mine -n drone-delivery-partitions
              az deployment group cancel -g mine -n drone-delivery-partitions-partitions
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliveriesByDeliveryId --throughput 600
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliveriesByOwnerId --throughput 600
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliverySummaries --throughput 400
            Run this again, or deploy/azure/down --group mine.

            """,
            result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("(300 of 300 s)", result.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("drone-delivery-partitions")]
    [InlineData("drone-delivery-throughput-cosmos")]
    public async Task Up_WhileAnEarlierDeploymentIsActive_SaysSoAndCancelsItFirst(string deployment)
    {
        (_tools.GroupExists, _tools.ActiveDeployments) = (true, [deployment]);

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains($"It is cancelled first: {deployment}\n", result.Output, StringComparison.Ordinal);
        Assert.Equal(Throughput(2_500, 2_500, 400), _tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_AnsweredWithNoWhileADeploymentIsActive_CancelsNothing()
    {
        (_tools.GroupExists, _tools.ActiveDeployments) = (true, ["drone-delivery-partitions"]);

        await _tools.RunAsync("up", "no", Email);

        Assert.DoesNotContain(_tools.Calls, call => call.Contains("cancel", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Up_EarlierDeploymentCannotBeCancelled_CreatesNothing()
    {
        (_tools.GroupExists, _tools.ActiveDeployments, _tools.CanCancel) = (true, ["drone-delivery-partitions"], false);

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("Waiting for the end of drone-delivery-partitions", result.Errors, StringComparison.Ordinal);
        Assert.Equal(["group create"], _tools.Calls.Select(Describe).OfType<string>());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Up_WithEightPartitions_LowersTheThroughputAndStops(bool containersExist)
    {
        (_tools.Partitions, _tools.ContainersExist) = (8, containersExist);

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("deliveriesByDeliveryId: 8 physical partitions instead of 9.", result.Errors, StringComparison.Ordinal);
        Assert.Equal("deployment throughput", _tools.Calls.Select(Describe).OfType<string>().Last());
    }

    [Fact]
    public async Task Up_PartitionsCannotBeCounted_DoesNotSayToDeleteAnything()
    {
        _tools.Partitions = 0;

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("Wait some minutes, and run this again", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("down", result.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(10, 20, "needs 12 cores of the quota \"Standard DSv5 Family vCPUs\" in westeurope; 0 of 10 are used")]
    [InlineData(20, 10, "needs 12 cores of the quota \"Total Regional vCPUs\" in westeurope; 0 of 10 are used")]
    public async Task Up_WithoutEnoughCores_NamesTheQuota(int cores, int regionalCores, string message)
    {
        (_tools.Cores, _tools.RegionalCores) = (cores, regionalCores);

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain(_tools.Calls, IsChange);
    }

    [Fact]
    public async Task Up_ClusterHasItsCores_ChangesWhatExists()
    {
        (_tools.Cores, _tools.Cluster, _tools.ContainersExist) = (0, "drones-cluster", true);

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
    }

    [Fact]
    public async Task Up_WithWhatIf_ChangesNothing()
    {
        _tools.GroupExists = true;

        var result = await _tools.RunAsync("up", "", [.. Email, "--what-if"]);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(_tools.Calls, call => call.Contains("deployment group what-if", StringComparison.Ordinal));
        Assert.DoesNotContain(_tools.Calls, IsChange);
    }

    [Theory]
    [InlineData("--email ADDRESS is missing")]
    [InlineData("--overlay is azure or study, not local.", "--email", "a@b", "--overlay", "local")]
    [InlineData("Unknown option --yes.", "--yes")]
    [InlineData("--group needs a value.", "--group")]
    public async Task Up_WithAMistake_NamesIt(string message, params string[] arguments)
    {
        var result = await _tools.RunAsync("up", "yes", arguments);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.Empty(_tools.Calls);
    }

    [Fact]
    public async Task Up_Costs_AreThoseOfTheSnapshots()
    {
        Bicep.SkipWhereItCannotRun();
        var created = Sum(await Bicep.Partitions, each => each["properties"]?["options"]?["throughput"]);
        var lowered = Sum(await Bicep.Throughput, each => each["properties"]?["resource"]?["throughput"]);
        var nodes = Sum(await Bicep.Throughput, each => each["properties"]?["agentPoolProfiles"]?[0]?["count"]);

        var result = await _tools.RunAsync("up", "no", Email);

        Assert.Contains(Line($"{created} RU/s", Dollars(created / 100 * 0.008)), Spaces(result.Output), StringComparison.Ordinal);
        Assert.Contains(Line($"{lowered} RU/s", Dollars(lowered / 100 * 0.008)), Spaces(result.Output), StringComparison.Ordinal);
        Assert.Contains($"cluster of {nodes} nodes", result.Output, StringComparison.Ordinal);

        static string Line(string left, string right) => $"{left} {right} an hour";
        static string Dollars(double amount) => amount.ToString("0.00", CultureInfo.InvariantCulture);
        static string Spaces(string text) => Regex.Replace(text, " +", " ");
        static int Sum(JsonObject snapshot, Func<JsonNode, JsonNode?> find) =>
            snapshot["predictedResources"]!.AsArray().Sum(each => (int?)find(each!) ?? 0);
    }

    [Fact]
    public async Task Down_AnsweredWithYes_DeletesTheGroupAndItsWorkspace()
    {
        _tools.GroupExists = true;

        var result = await _tools.RunAsync("down", "yes");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(
            "az monitor log-analytics workspace delete -g drone-delivery -n drones-logs --force --yes -o none", _tools.Calls);
        Assert.Contains("az group delete -n drone-delivery --yes", _tools.Calls);
        Assert.Contains("Nothing is left.", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Down_WhileADeploymentIsActive_CancelsItFirst()
    {
        (_tools.GroupExists, _tools.ActiveDeployments) = (true, ["drone-delivery-partitions", "drone-delivery-partitions-cluster"]);

        var result = await _tools.RunAsync("down", "yes");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(
            [
                "az deployment group cancel -g drone-delivery -n drone-delivery-partitions -o none",
                "az deployment group cancel -g drone-delivery -n drone-delivery-partitions-cluster -o none",
                "az group delete -n drone-delivery --yes",
            ],
            _tools.Calls.Where(call => Regex.IsMatch(call, "^az (group delete|deployment group cancel)")));
    }

    [Fact]
    public async Task Down_AnsweredWithNo_DeletesNothing()
    {
        _tools.GroupExists = true;

        var result = await _tools.RunAsync("down", "no");

        Assert.Equal((1, "Nothing was deleted.\n"), (result.ExitCode, result.Errors));
        Assert.DoesNotContain(_tools.Calls, call => call.Contains("delete", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Down_WithAResourceThatStays_FailsAndNamesIt()
    {
        _tools.Leftover = "Microsoft.DocumentDB/databaseAccounts\tdrones-abc";

        var result = await _tools.RunAsync("down", "yes");

        Assert.Equal(1, result.ExitCode);
        Assert.Contains(_tools.Leftover, result.Errors, StringComparison.Ordinal);
    }

    private static Dictionary<string, int> Throughput(int byDeliveryId, int byOwnerId, int summaries) => new()
    {
        ["deliveriesByDeliveryId"] = byDeliveryId,
        ["deliveriesByOwnerId"] = byOwnerId,
        ["deliverySummaries"] = summaries,
    };

    private static bool IsChange(string call) => Describe(call) is not null;

    private static string? Describe(string call) => Regex.Match(
        call,
        @"^az (?<what>group create)|^az (?<what>deployment) group create .*step=(?<step>\w+)|^kubectl (?<what>apply)") switch
    {
        { Success: false } => null,
        var found => $"{found.Groups["what"].Value} {found.Groups["step"].Value}".TrimEnd(),
    };
}
