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
        Assert.Contains("deployment partitions", _tools.Calls.Select(Describe));
    }

    [Theory]
    [InlineData("partitions")]
    [InlineData("throughput")]
    public async Task Up_DeploymentFails_LowersTheContainersThatExist(string step)
    {
        (_tools.FailingStep, _tools.MissingContainer) = (step, "deliverySummaries");

        var result = await _tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Equal(
            """
            Not finished. Lowering the containers that exist:
              deliveriesByDeliveryId has 600 RU/s.
              deliveriesByOwnerId has 600 RU/s.
              deliverySummaries does not exist, or was not lowered.
            Run this again, or deploy/azure/down.

            """,
            result.Errors);
        Assert.Contains(
            "az cosmosdb sql container throughput update -g drone-delivery -a drones-abc -d drones -n deliveriesByOwnerId "
                + "--throughput 600 -o none",
            _tools.Calls);
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

    private static bool IsChange(string call) => Describe(call) is not null;

    private static string? Describe(string call) => Regex.Match(
        call,
        @"^az (?<what>group create)|^az (?<what>deployment) group create .*step=(?<step>\w+)|^kubectl (?<what>apply)") switch
    {
        { Success: false } => null,
        var found => $"{found.Groups["what"].Value} {found.Groups["step"].Value}".TrimEnd(),
    };
}
