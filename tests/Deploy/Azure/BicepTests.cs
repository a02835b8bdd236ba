using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.SampleData;

namespace DroneDelivery.Deploy.Tests.Azure;

public sealed class BicepTests
{
    private const string Account = "Microsoft.DocumentDB/databaseAccounts";
    private const string Container = $"{Account}/sqlDatabases/containers";

    [Fact]
    public async Task Build_EveryFile_HasNoDiagnosticsOfTheCompilerAndTheLinter()
    {
        var result = await Bicep.Build;

        Assert.Equal(new ProgramResult(0, "", ""), result);
    }

    [Theory]
    [InlineData("main")]
    [InlineData("partitions")]
    public async Task Snapshot_OfParameters_EqualsTheCommittedOne(string parameters)
    {
        var made = Normalise(await (parameters == "main" ? Bicep.Throughput : Bicep.Partitions));
        var committed = Normalise(Bicep.Read(Repository.Deploy("azure", $"{parameters}.snapshot.json")));

        Assert.True(
            made == committed,
            $"In deploy/azure run: bicep snapshot {parameters}.bicepparam {string.Join(' ', Bicep.SnapshotFlags)}\n{made}");
    }

    [Fact]
    public async Task Account_InBothSteps_HasNeitherKeysNorBurstAndALimitOfThroughput()
    {
        foreach (var (snapshot, limit) in new[] { (await Bicep.Partitions, 120_000), (await Bicep.Throughput, 6_000) })
        {
            var account = Assert.Single(Find(snapshot, Account))["properties"]!;

            Assert.True((bool)account["disableLocalAuth"]!);
            Assert.False((bool)account["enableBurstCapacity"]!);
            Assert.Equal("Session", (string?)account["consistencyPolicy"]!["defaultConsistencyLevel"]);
            Assert.Equal(limit, (int)account["capacity"]!["totalThroughputLimit"]!);
        }
    }

    [Fact]
    public async Task Containers_InTheStepPartitions_AreThoseThatTheLabSeeds()
    {
        var containers = Find(await Bicep.Partitions, Container)
            .Select(each => each["properties"]!)
            .Select(each => (
                (string)each["resource"]!["id"]!,
                (string)each["resource"]!["partitionKey"]!["paths"]![0]!,
                (int)each["options"]!["throughput"]!));
        DroneContainer[] seeded = [DroneContainers.ByDeliveryId, DroneContainers.ByOwnerId, DroneContainers.Summaries];

        Assert.Equal(seeded.Select(each => (each.Id, each.PartitionKeyPath, each.Throughput)), containers);
        Assert.Equal([54_000, 54_000, 6_000], seeded.Select(each => each.Throughput));
        Assert.Equal([DroneContainers.Database], Find(await Bicep.Partitions, $"{Account}/sqlDatabases")
            .Select(each => (string)each["properties"]!["resource"]!["id"]!));
    }

    [Fact]
    public async Task Containers_InTheStepPartitions_AreOnlyTheNewOnes()
    {
        var containers = Find(await Bicep.PartitionsWithNewAsync("deliveriesByOwnerId"), Container);

        Assert.Equal(["deliveriesByOwnerId"], containers.Select(each => (string)each["properties"]!["resource"]!["id"]!));
    }

    // deploy/azure/up cancels by this prefix: Azure continues the deployments of modules when the one above is cancelled.
    [Fact]
    public async Task Modules_OfTheTemplate_AreDeployedUnderTheNameOfTheDeployment()
    {
        var template = await Bicep.ReadTemplateAsync();
        var modules = template["resources"]!.AsObject()
            .Where(each => (string?)each.Value!["type"] == "Microsoft.Resources/deployments").ToList();

        Assert.Equal("[deployment().name]", (string?)template["variables"]!["modulePrefix"]);
        Assert.NotEmpty(modules);
        Assert.All(modules, each => Assert.StartsWith(
            "[format('{0}-", (string)each.Value!["name"]!, StringComparison.Ordinal));
        Assert.All(modules, each => Assert.EndsWith(
            ", variables('modulePrefix'))]", (string)each.Value!["name"]!, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Throughput_InTheStepThroughput_IsSetWithoutCreatingAContainer()
    {
        var snapshot = await Bicep.Throughput;
        var settings = Find(snapshot, $"{Container}/throughputSettings").ToList();

        Assert.Empty(Find(snapshot, Container));
        Assert.Equal(3, settings.Count);
        Assert.InRange(settings.Sum(each => (int)each["properties"]!["resource"]!["throughput"]!), 1_600, 6_000);
        Assert.DoesNotContain("54000", snapshot.ToJsonString(), StringComparison.Ordinal);
        Assert.Empty(Find(await Bicep.Partitions, $"{Container}/throughputSettings"));
    }

    [Fact]
    public async Task DataRole_OfDelivery_HasNoActionOfManagement()
    {
        string[] allowed =
        [
            $"{Account}/readMetadata",
            $"{Container}/executeQuery",
            $"{Container}/items/*",
        ];
        var snapshot = await Bicep.Throughput;
        var role = Assert.Single(Find(snapshot, $"{Account}/sqlRoleDefinitions"));
        var assignments = Find(snapshot, $"{Account}/sqlRoleAssignments").Select(each => each["properties"]!).ToList();

        Assert.Equal(allowed, role["properties"]!["permissions"]!.AsArray()
            .SelectMany(permission => permission!["dataActions"]!.AsArray())
            .Select(action => (string)action!));
        Assert.Equal(2, assignments.Count);
        Assert.All(assignments, each => Assert.Equal((string)role["id"]!, (string)each["roleDefinitionId"]!));
        Assert.DoesNotContain(
            Find(snapshot, "Microsoft.Authorization/roleAssignments"),
            each => ((string)each["id"]!).Contains("DocumentDB", StringComparison.Ordinal));
    }

    // Azure locks the account while it writes an assignment, and refuses another one. A snapshot does not tell the order.
    [Fact]
    public async Task DataRole_OfSeveralUsers_IsAssignedOneAfterAnother()
    {
        var template = await Bicep.ReadTemplateAsync();
        var resources = template["resources"]!["cosmos"]!["properties"]!["template"]!["resources"]!;
        var copy = resources["dataRoleAssignments"]!["copy"]!;

        Assert.Equal("serial", (string?)copy["mode"]);
        Assert.Equal(1, (int)copy["batchSize"]!);
    }

    [Fact]
    public async Task Cluster_OfASnapshot_IssuesIdentitiesForDeliveryOnly()
    {
        var snapshot = await Bicep.Throughput;
        var cluster = Assert.Single(Find(snapshot, "Microsoft.ContainerService/managedClusters"))["properties"]!;
        var credential = Assert.Single(
            Find(snapshot, "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials"))["properties"]!;

        Assert.True((bool)cluster["oidcIssuerProfile"]!["enabled"]!);
        Assert.True((bool)cluster["securityProfile"]!["workloadIdentity"]!["enabled"]!);
        Assert.Equal("cilium", (string?)cluster["networkProfile"]!["networkPolicy"]);
        Assert.Equal("system:serviceaccount:drone-delivery:delivery", (string?)credential["subject"]);
        Assert.EndsWith(".oidcIssuerProfile.issuerURL]", (string?)credential["issuer"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Registry_OfASnapshot_IsReadByTheNodesWithoutAPassword()
    {
        const string AcrPull = "7f951dda-4ed3-4680-a7ca-43fe172d538d";
        var snapshot = await Bicep.Throughput;
        var registry = Assert.Single(Find(snapshot, "Microsoft.ContainerRegistry/registries"));
        var pull = Assert.Single(
            Find(snapshot, "Microsoft.Authorization/roleAssignments"),
            each => ((string)each["properties"]!["roleDefinitionId"]!).EndsWith(AcrPull, StringComparison.Ordinal));

        Assert.False((bool)registry["properties"]!["adminUserEnabled"]!);
        Assert.StartsWith((string)registry["id"]!, (string)pull["id"]!, StringComparison.Ordinal);
        Assert.EndsWith(
            ".identityProfile.kubeletidentity.objectId]", (string)pull["properties"]!["principalId"]!, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Budget_InBothSteps_SendsMessages()
    {
        foreach (var snapshot in new[] { await Bicep.Partitions, await Bicep.Throughput })
        {
            var budget = Assert.Single(Find(snapshot, "Microsoft.Consumption/budgets"))["properties"]!;

            Assert.InRange((int)budget["amount"]!, 1, 200);
            Assert.All(
                budget["notifications"]!.AsObject(), each => Assert.NotEmpty(each.Value!["contactEmails"]!.AsArray()));
        }
    }

    [Fact]
    public async Task Monitoring_OfASnapshot_HasAnUpperLimitForADay()
    {
        var snapshot = await Bicep.Throughput;
        var workspace = Assert.Single(Find(snapshot, "Microsoft.OperationalInsights/workspaces"))["properties"]!;

        Assert.InRange((int)workspace["workspaceCapping"]!["dailyQuotaGb"]!, 1, 10);
        Assert.Single(Find(snapshot, "Microsoft.Insights/components"));
        Assert.Single(Find(snapshot, "Microsoft.LoadTestService/loadTests"));
    }

    [Fact]
    public async Task Outputs_OfEveryModule_HaveNoSecret()
    {
        var template = await Bicep.ReadTemplateAsync();

        Assert.Empty(FindSecretOutputs(template));
        Assert.True(CountOutputs(template) > 10);
    }

    [Theory]
    [InlineData("[listKeys(resourceId('Microsoft.DocumentDB/databaseAccounts', 'a'), '2024-11-15').primaryMasterKey]")]
    [InlineData("[reference('insights').ConnectionString]")]
    [InlineData("[reference('insights').InstrumentationKey]")]
    public async Task Outputs_WithASecretInAModule_AreFound(string value)
    {
        var template = await Bicep.ReadTemplateAsync();
        var module = template["resources"]!["monitoring"]!["properties"]!["template"]!;
        module["outputs"]!["planted"] = new JsonObject { ["type"] = "string", ["value"] = value };

        Assert.Contains("planted", FindSecretOutputs(template));
    }

    private static IEnumerable<JsonObject> Find(JsonObject snapshot, string type) =>
        snapshot["predictedResources"]!.AsArray().Select(each => each!.AsObject()).Where(each => (string?)each["type"] == type);

    private static IEnumerable<string> FindSecretOutputs(JsonNode template) => Outputs(template)
        .Where(output => (string?)output.Value!["type"] is "securestring" or "secureObject"
            || Regex.IsMatch($"{output.Key} {output.Value["value"]}", @"\blist[A-Z]\w*\(|key|secret|password|connectionstring",
                RegexOptions.IgnoreCase))
        .Select(output => output.Key);

    private static int CountOutputs(JsonNode template) => Outputs(template).Count();

    // Those of the template and of the modules in it.
    private static IEnumerable<KeyValuePair<string, JsonNode?>> Outputs(JsonNode? node) => node switch
    {
        JsonArray array => array.SelectMany(Outputs),
        JsonObject template => template
            .Where(each => each.Key == "outputs" && template.ContainsKey("resources"))
            .SelectMany(each => each.Value!.AsObject())
            .Concat(template.SelectMany(each => Outputs(each.Value))),
        _ => [],
    };

    // The program writes properties and resources in no fixed order.
    private static string Normalise(JsonNode? node) => node switch
    {
        JsonArray array when IsResources(array) => $"[{string.Join(",\n", array.Select(Normalise).Order())}]",
        JsonArray array => $"[{string.Join(",\n", array.Select(Normalise))}]",
        JsonObject value => $"{{{string.Join(",\n", value.OrderBy(each => each.Key, StringComparer.Ordinal)
            .Select(each => $"\"{each.Key}\": {Normalise(each.Value)}"))}}}",
        _ => node?.ToJsonString() ?? "null",
    };

    private static bool IsResources(JsonArray array) =>
        array.Parent is JsonObject && array.GetPropertyName() == "predictedResources";
}
