using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Kubernetes;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>What <c>up</c> creates, and when it creates nothing.</summary>
public sealed class UpTests : ScriptTest
{
    [Theory]
    [InlineData("no")]
    [InlineData("y")]
    [InlineData("")]
    public async Task Up_AnsweredWithAnythingButYes_CreatesNothing(string answer)
    {
        var result = await Tools.RunAsync("up", answer, Email);

        Assert.Equal((1, "Nothing was created.\n"), (result.ExitCode, result.Errors));
        Assert.Empty(Changes);
    }

    [Fact]
    public async Task Up_OfANewGroup_CreatesPartitionsThenSetsTheThroughputThenStartsTheCluster()
    {
        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(["group create", "deployment partitions", "deployment throughput", "apply"], Changes);
        Assert.Equal(2, Tools.Calls.Count(call => call.StartsWith("curl", StringComparison.Ordinal)));
        Assert.All(
            Tools.Calls.Where(call => call.Contains("deployment group create", StringComparison.Ordinal)),
            call => Assert.Matches(
                @"operatorId=11111111-1111-1111-1111-111111111111 budgetEmail=me@example.com budgetStart=\d{4}-\d\d-01", call));
    }

    [Fact]
    public async Task Up_AgainInALaterMonth_KeepsTheStartOfTheBudget()
    {
        Tools.BudgetStart = "2025-02-01";

        await Tools.RunAsync("up", "yes", Email);

        Assert.Contains(Tools.Calls, call => call.Contains(" budgetStart=2025-02-01", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("azure")]
    [InlineData("study")]
    public async Task Up_OfANewGroup_AppliesTheOverlayWithItsValues(string overlay)
    {
        var result = await Tools.RunAsync("up", "yes", [.. Email, "--overlay", overlay]);
        Assert.True(result.ExitCode == 0, result.Errors);

        var manifest = await Manifest.LoadAsync(Tools.CopyOfKubernetes(), overlay);

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
        Tools.ContainersExist = true;

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(["group create", "deployment throughput", "apply"], Changes);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Up_WithEightPartitions_LowersTheThroughputAndStops(bool containersExist)
    {
        (Tools.Partitions, Tools.ContainersExist) = (8, containersExist);

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("deliveriesByDeliveryId: 8 physical partitions instead of 9.", result.Errors, StringComparison.Ordinal);
        Assert.Equal("deployment throughput", Changes.Last());
    }

    [Fact]
    public async Task Up_PartitionsCannotBeCounted_DoesNotSayToDeleteAnything()
    {
        Tools.Partitions = 0;

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("Wait some minutes, and run this again", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("down", result.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(10, 20, "needs 12 cores of the quota \"Standard DSv5 Family vCPUs\" in westeurope; 0 of 10 are used")]
    [InlineData(20, 10, "needs 12 cores of the quota \"Total Regional vCPUs\" in westeurope; 0 of 10 are used")]
    public async Task Up_WithoutEnoughCores_NamesTheQuota(int cores, int regionalCores, string message)
    {
        (Tools.Cores, Tools.RegionalCores) = (cores, regionalCores);

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.Empty(Changes);
    }

    [Fact]
    public async Task Up_ClusterHasItsCores_ChangesWhatExists()
    {
        (Tools.Cores, Tools.Cluster, Tools.ContainersExist) = (0, "drones-cluster", true);

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
    }

    [Fact]
    public async Task Up_WithWhatIf_ChangesNothing()
    {
        Tools.GroupExists = true;

        var result = await Tools.RunAsync("up", "", [.. Email, "--what-if"]);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(Tools.Calls, call => call.Contains("deployment group what-if", StringComparison.Ordinal));
        Assert.Empty(Changes);
    }

    [Theory]
    [InlineData("--email ADDRESS is missing")]
    [InlineData("--overlay is azure or study, not local.", "--email", "a@b", "--overlay", "local")]
    [InlineData("Unknown option --yes.", "--yes")]
    [InlineData("--group needs a value.", "--group")]
    public async Task Up_WithAMistake_NamesIt(string message, params string[] arguments)
    {
        var result = await Tools.RunAsync("up", "yes", arguments);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains(message, result.Errors, StringComparison.Ordinal);
        Assert.Empty(Tools.Calls);
    }

    [Fact]
    public async Task Up_Costs_AreThoseOfTheSnapshots()
    {
        Bicep.SkipWhereItCannotRun();
        var created = Sum(await Bicep.Partitions, each => each["properties"]?["options"]?["throughput"]);
        var lowered = Sum(await Bicep.Throughput, each => each["properties"]?["resource"]?["throughput"]);
        var nodes = Sum(await Bicep.Throughput, each => each["properties"]?["agentPoolProfiles"]?[0]?["count"]);

        var result = await Tools.RunAsync("up", "no", Email);

        Assert.Contains(Line($"{created} RU/s", Dollars(created / 100 * 0.008)), Spaces(result.Output), StringComparison.Ordinal);
        Assert.Contains(Line($"{lowered} RU/s", Dollars(lowered / 100 * 0.008)), Spaces(result.Output), StringComparison.Ordinal);
        Assert.Contains($"cluster of {nodes} nodes", result.Output, StringComparison.Ordinal);

        static string Line(string left, string right) => $"{left} {right} an hour";
        static string Dollars(double amount) => amount.ToString("0.00", CultureInfo.InvariantCulture);
        static string Spaces(string text) => Regex.Replace(text, " +", " ");
        static int Sum(JsonObject snapshot, Func<JsonNode, JsonNode?> find) =>
            snapshot["predictedResources"]!.AsArray().Sum(each => (int?)find(each!) ?? 0);
    }
}
