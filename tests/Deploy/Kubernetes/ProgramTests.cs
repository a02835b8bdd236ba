using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>Each program starts with what its container gives it, and answers its probes.</summary>
public sealed class ProgramTests : IAsyncDisposable
{
    private readonly ContainerPrograms _programs = new();

    public ValueTask DisposeAsync() => _programs.DisposeAsync();

    [Fact]
    public async Task Azure_StartedOnLoopback_AnswersProbesAndServesThroughTheGateway()
    {
        var manifest = await Manifest.LoadOverlayAsync("azure");
        manifest.AddFrom(await Manifest.LoadOverlayAsync("local"), "cosmos-emulator");
        using var table = new ClusterAddresses(manifest);

        await StartAsync(manifest, table, [.. ContainerPrograms.Names]);

        // The details of readiness are on the admin port: each backend answers.
        await _programs.WaitForAsync("gateway", table.Address("gateway", 5090, "/health/ready"), "\"status\":\"Healthy\"");
        Assert.StartsWith("{\"items\":[{", await _programs.GetAsync(
            table.Address("gateway", 5080, "/api/packages?ownerId=owner-0001&year=2025&month=6")), StringComparison.Ordinal);
        await AssertMetricsExistAsync(manifest, table);
    }

    [Fact]
    public async Task Local_StartedOnLoopback_HasItsDatabaseInTheEmulator()
    {
        // The other programs have the same flags and variables in both overlays, but for those that Azure adds.
        var manifest = await Manifest.LoadOverlayAsync("local");
        using var table = new ClusterAddresses(manifest);

        await StartAsync(manifest, table, ["cosmos-emulator", "delivery"]);

        Assert.Contains("drones", await _programs.GetAsync(
            table.Address("cosmos-emulator", 8081, "/_emulator/state")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Keys_StartedOnLoopbackWithRedis_AreRequired()
    {
        var manifest = await Manifest.LoadComponentAsync("keys");
        using var table = new ClusterAddresses(manifest);
        var gateway = table.Configure(manifest.Workload("gateway"));
        await using var redis = new RedisContainer(manifest, table);
        await redis.StartAsync(RedisContainer.Password);

        // docs/deploy.md has this command: without a first key the gateway would not start.
        await redis.AddKeyAsync(gateway, "operator");

        // No backend runs, so the gateway is not ready.
        await _programs.StartAsync(gateway with { Probes = [gateway.Probes[0]] });

        using var http = new HttpClient();
        using var response = await http.GetAsync(
            table.Address("gateway", 5080, "/api/drones"), TestContext.Current.CancellationToken);
        Assert.Equal(System.Net.HttpStatusCode.Unauthorized, response.StatusCode);
    }

    [Fact]
    public async Task Environment_OfEachProgram_IsKnownToIt()
    {
        var (local, azure) = (await Manifest.LoadOverlayAsync("local"), await Manifest.LoadOverlayAsync("azure"));
        using var table = new ClusterAddresses(local);

        foreach (var workload in local.Workloads.Where(each => each.IsOwn))
        {
            Assert.Empty(await ContainerPrograms.FindUnknownVariablesAsync(table.Configure(workload)));
        }

        // On Azure they are the same.
        Assert.All(azure.Workloads.Where(each => each.IsOwn), each => Assert.Empty(
            VariablesOf(each).Except(VariablesOf(local.Workload(each.Name))).Except(ContainerPrograms.OtherVariables)));
    }

    [Fact]
    public async Task Environment_WithAMistypedName_IsFound()
    {
        var manifest = await Manifest.LoadOverlayAsync("local");
        Rename(manifest, "Cosmos__StartTimeout", "Cosmos__StartTimout");
        using var table = new ClusterAddresses(manifest);

        Assert.Equal(
            ["Cosmos__StartTimout"],
            await ContainerPrograms.FindUnknownVariablesAsync(table.Configure(manifest.Workload("delivery"))));
    }

    [Theory]
    [InlineData("--http2-port=5121", "--http2port=5121", "Unknown flag --http2port.")]
    [InlineData("--http2-port=5121", "--http2-port=5122", "package does not declare the port 5122.")]
    [InlineData("--host=0.0.0.0", "--host=package", "--host must be an IP address")]
    public async Task Flag_WithAMistake_FailsTheStart(string flag, string mistake, string message)
    {
        var manifest = await Manifest.LoadOverlayAsync("local");
        Replace(manifest.Workload("package").Container, flag, mistake);

        Assert.Contains(message, await FindFaultAsync(manifest, "package"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--delivery=dns+http://delivery:5111", "--delivery=dns+http://delivry:5111", "There is no service delivry.")]
    [InlineData(
        "--delivery=dns+http://delivery:5111", "--delivery=dns+http://delivery:5110", "The service delivery has no port 5110.")]
    [InlineData("--database=/data/gateway.db", "--database=/date/gateway.db", "gateway has no volume at /date/gateway.db.")]
    public async Task Address_WithAMistake_IsFound(string flag, string mistake, string message)
    {
        var manifest = await Manifest.LoadOverlayAsync("local");
        Replace(manifest.Workload("gateway").Container, flag, mistake);

        Assert.Contains(message, await FindFaultAsync(manifest, "gateway"), StringComparison.Ordinal);
    }

    private static IEnumerable<string> VariablesOf(Workload workload) => workload.Container.Env.Select(each => each.Name);

    private static void Replace(V1Container container, string argument, string mistake) =>
        container.Args[container.Args.IndexOf(argument)] = mistake;

    private static void Rename(Manifest manifest, string variable, string mistake) =>
        manifest.Workload("delivery").Container.Env.Single(each => each.Name == variable).Name = mistake;

    // All at the same time, as in a cluster.
    private Task StartAsync(Manifest manifest, ClusterAddresses table, string[] names) =>
        Task.WhenAll(names.Select(name => _programs.StartAsync(table.Configure(manifest.Workload(name)))));

    // Of the autoscalers that use more than CPU.
    private async Task AssertMetricsExistAsync(Manifest manifest, ClusterAddresses table)
    {
        var scalers = (await Manifest.LoadComponentAsync("autoscaling-requests")).All<V2HorizontalPodAutoscaler>().ToList();
        Assert.Equal(4, scalers.Count);
        foreach (var scaler in scalers)
        {
            var name = scaler.Spec.ScaleTargetRef.Name;
            var ports = manifest.Workload(name).Container.Ports;
            var port = ports.FirstOrDefault(each => each.Name == "admin") ?? ports.Single(each => each.Name == "http");
            var metrics = await _programs.GetAsync(table.Address(name, port.ContainerPort, "/metrics"));
            Assert.All(
                scaler.Spec.Metrics.Where(metric => metric.Pods is not null),
                metric => Assert.Contains($"\n{metric.Pods.Metric.Name}", metrics, StringComparison.Ordinal));
        }
    }

    private async Task<string> FindFaultAsync(Manifest manifest, string name)
    {
        using var table = new ClusterAddresses(manifest);
        try
        {
            await _programs.StartAsync(table.Configure(manifest.Workload(name)));
            return "none";
        }
        catch (Exception exception) when (exception is LabException or InvalidOperationException)
        {
            return exception.Message;
        }
    }
}
