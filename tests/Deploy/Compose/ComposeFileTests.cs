using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Collector;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>Rules for the Compose file and for the files that its services mount.</summary>
public sealed partial class ComposeFileTests
{
    // Microsoft's emulator writes to its own file system, and a volume gets its owner from root.
    private static readonly string[] NotRestricted = ["cosmos-microsoft", "data-owner"];

    private static readonly ComposeFile Compose = ComposeFile.Read();

    [Theory]
    [InlineData("emulator")]
    [InlineData("microsoft")]
    public async Task DockerCompose_EachProfile_ReadsTheFile(string profile)
    {
        Assert.SkipWhen(InstalledProgram.Find("docker-compose") is null, "docker-compose is not installed.");
        var variables = new Dictionary<string, string>
        {
            ["COMPOSE_PROFILES"] = profile,
            ["COSMOS_KEY"] = ComposeAddresses.CosmosKey,
            ["GRAFANA_PASSWORD"] = "secret",
        };

        var result = await ProgramResult.RunAsync("docker-compose", ["config", "--quiet"], variables, ComposeFile.Folder);

        Assert.True(result is { ExitCode: 0, Errors: "" }, result.Errors);
    }

    [Theory]
    [InlineData("COSMOS_KEY")]
    [InlineData("GRAFANA_PASSWORD")]
    public async Task DockerCompose_SecretMissing_IsRefused(string variable)
    {
        Assert.SkipWhen(InstalledProgram.Find("docker-compose") is null, "docker-compose is not installed.");
        var variables = new Dictionary<string, string> { ["COSMOS_KEY"] = "x", ["GRAFANA_PASSWORD"] = "x", [variable] = "" };

        var result = await ProgramResult.RunAsync("docker-compose", ["config", "--quiet"], variables, ComposeFile.Folder);

        Assert.NotEqual(0, result.ExitCode);
        Assert.Contains(variable, result.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Services_OfTheFile_AreRestricted() => Assert.All(
        Compose.Services.Where(service => !NotRestricted.Contains(service.Key)),
        service =>
        {
            Assert.True(service.Value.ReadOnly, service.Key);
            Assert.Equal(["ALL"], service.Value.CapDrop);
            Assert.Equal(["no-new-privileges:true"], service.Value.SecurityOpt);
            Assert.Matches("^[1-9][0-9]*:[0-9]+$", service.Value.User);
        });

    [Fact]
    public void Programs_OfTheProject_RunAsTheUserOfTheirImages() => Assert.All(
        Compose.Services.Values.Where(ComposeProgram.IsBuilt), service => Assert.Equal("1654:1654", service.User));

    [Fact]
    public void Services_OfTheFile_HaveHealthChecksUnlessTheyEndOrHaveNothingToCheckWith() => Assert.Equal(
        ["cosmos-microsoft", "data-owner", "otel-collector"],
        Compose.Services.Where(service => service.Value.Healthcheck is null).Select(service => service.Key)
            .Order(StringComparer.Ordinal));

    [Fact]
    public void Ports_OfTheFile_AreReachableFromThisMachineOnly() => Assert.All(
        Compose.Services.Values.SelectMany(service => service.Ports), port => Assert.StartsWith("127.0.0.1:", port));

    [Fact]
    public void Volumes_OfEachService_AreDeclaredOrFilesOfTheFolder() => Assert.All(
        Compose.Services.Values.SelectMany(service => service.Volumes).Select(volume => volume.Split(':')[0]),
        source => Assert.True(
            Compose.Volumes.ContainsKey(source) || Path.Exists(Path.Combine(ComposeFile.Folder, source)),
            $"{source} is neither a volume nor a file."));

    [Fact]
    public void Variables_OfTheFile_AreInTheExample()
    {
        var example = File.ReadAllText(Path.Combine(ComposeFile.Folder, ".env.example"));

        Assert.All(
            RequiredVariable().Matches(File.ReadAllText(Path.Combine(ComposeFile.Folder, "compose.yaml"))),
            variable => Assert.Contains($"\n{variable.Groups["name"]}=", example, StringComparison.Ordinal));
        // An example with a secret would be used as it is.
        Assert.Matches("(?m)^COSMOS_KEY=$", example);
        Assert.Matches("(?m)^GRAFANA_PASSWORD=$", example);
    }

    [Theory]
    [InlineData("prometheus/prometheus.yml", 4)]
    [InlineData("grafana/provisioning/datasources/datasources.yaml", 2)]
    [InlineData("otel-collector/config.yaml", 1)]
    [InlineData("compose.yaml", 5)]
    public void Addresses_OfAFile_AreHostsAndPortsOfServices(string file, int min)
    {
        var ports = PortsByHost();
        var addresses = Address().Matches(File.ReadAllText(Path.Combine(ComposeFile.Folder, file)))
            .Select(match => (Host: match.Groups["host"].Value, Port: match.Groups["port"].Value)).Distinct().ToArray();

        Assert.True(addresses.Length >= min, $"{file} has {addresses.Length} addresses.");
        Assert.All(addresses, address => Assert.Contains(address.Port, ports[address.Host]));
    }

    [Fact]
    public void Collector_OfTheFile_UsesOnlyWhatIsDefinedAndListensOnItsPort()
    {
        var configuration = new CollectorConfiguration(
            File.ReadAllText(Path.Combine(ComposeFile.Folder, "otel-collector", "config.yaml")));

        Assert.Empty(configuration.FindFaults());
        Assert.Empty(configuration.Variables);
        Assert.Equal([4318], configuration.Ports);
    }

    [Fact]
    public void Dashboards_OfGrafana_AreMountedWhereTheyAreSoughtAndUseItsDataSource()
    {
        var provider = File.ReadAllText(Path.Combine(ComposeFile.Folder, "grafana/provisioning/dashboards/dashboards.yaml"));
        var dataSources = File.ReadAllText(Path.Combine(ComposeFile.Folder, "grafana/provisioning/datasources/datasources.yaml"));
        var dashboards = Dashboard.ReadAll();

        Assert.Equal(["cosmos", "gateway", "services"], dashboards.Select(dashboard => dashboard.Uid));
        Assert.Contains("path: /etc/grafana/dashboards}", provider, StringComparison.Ordinal);
        Assert.Contains("./grafana/dashboards:/etc/grafana/dashboards:ro", Compose.Services["grafana"].Volumes);
        Assert.All(dashboards.SelectMany(dashboard => dashboard.Panels).Where(panel => panel["targets"] is not null), panel =>
            Assert.Contains($"uid: {panel["datasource"]!["uid"]}\n", dataSources, StringComparison.Ordinal));
        Assert.Contains(
            dashboards.SelectMany(dashboard => dashboard.Panels),
            panel => (string?)panel["type"] == "heatmap"
                && (string?)panel["targets"]![0]!["expr"] == "partition:cosmos_request_units:rate");
    }

    // Ports of the project's programs are in their flags; those of other images are in a list.
    private static Dictionary<string, HashSet<string>> PortsByHost()
    {
        var ports = Compose.Services.Where(service => ComposeProgram.IsBuilt(service.Value)).ToDictionary(
            service => service.Key,
            service => Port().Matches(string.Join(' ', service.Value.Command)).Select(port => port.Value).ToHashSet());
        ports["cosmos"] = ports["cosmos-emulator"];
        foreach (var service in new[] { "prometheus", "jaeger", "otel-collector" })
        {
            ports[service] = [.. OtherImages.PortsOf(service)];
        }

        return ports;
    }

    [GeneratedRegex(@"\$\{(?<name>\w+):\?")]
    private static partial Regex RequiredVariable();

    [GeneratedRegex(@"(?<=//|endpoint: |targets: \["")(?<host>[a-z][a-z-]*):(?<port>\d{2,5})")]
    private static partial Regex Address();

    [GeneratedRegex(@"(?<=port[ =])\d+")]
    private static partial Regex Port();
}
