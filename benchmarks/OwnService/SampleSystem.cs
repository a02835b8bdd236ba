using System.Diagnostics;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.OwnService.Benchmarks;

/// <summary>A sample system of two services, and the load under which each of its faults is harmful.</summary>
/// <param name="Front">The service that is put under load; it calls the other one.</param>
/// <param name="AddressOfBack">The environment variable with the address of the other service.</param>
/// <param name="Users">Users, each of whom pauses for <paramref name="Think"/> on average.</param>
internal sealed record SampleSystem(
    string Name, SampleService Front, SampleService Back, string AddressOfBack, int Users, string Think)
{
    public const string NoFault = "none";

    public static IReadOnlyList<string> Faults { get; } = ["cpu", "lock", "n-plus-one", "pool", "slow-dependency"];

    public static IReadOnlyList<SampleSystem> All { get; } =
    [
        new("dotnet", DotnetService("orders"), DotnetService("inventory"), "INVENTORY_URL", 50, "exp:400ms"),
        new("node", NodeService("shop"), NodeService("catalog"), "CATALOG_URL", 46, "exp:500ms"),
    ];

    private static string NodeFolder => Path.Combine(RepositoryFolder(), "samples", "NodeShop");

    /// <summary>The faults of the runs, in their order.</summary>
    /// <param name="only">A fault, or <see cref="NoFault"/>; null for all.</param>
    public static IEnumerable<string> Planned(string? only, int repeats, int healthy) =>
        Enumerable.Repeat(NoFault, healthy).Concat(Enumerable.Repeat(Faults, repeats).SelectMany(each => each))
            .Where(fault => only is null || fault == only);

    /// <summary>Installs the packages of the Node services; those of the .NET service come with the build.</summary>
    public async Task PrepareAsync()
    {
        if (Name != "node" || Directory.Exists(Path.Combine(NodeFolder, "node_modules")))
        {
            return;
        }

        using var install = Process.Start("npm", ["ci", "--prefix", NodeFolder, "--no-audit", "--no-fund"]);
        await install.WaitForExitAsync();
        if (install.ExitCode != 0)
        {
            throw new InvalidOperationException($"npm ci failed in {NodeFolder}: it needs Node 20 and a registry.");
        }
    }

    /// <param name="collector">The address to which telemetry is sent.</param>
    public async Task<RunningSystem> StartAsync(string fault, Uri collector)
    {
        var ports = FreePorts.Find(2);
        var back = await StartAsync(Back, ports[1], []);
        try
        {
            return new(await StartAsync(Front, ports[0], new() { [AddressOfBack] = $"http://127.0.0.1:{ports[1]}" }), back);
        }
        catch
        {
            await back.DisposeAsync();
            throw;
        }

        Task<ServerProcess> StartAsync(SampleService service, int port, Dictionary<string, string> own) =>
            ServerProcess.StartAsync(
                service.Program,
                service.Arguments,
                new Dictionary<string, string>(own)
                {
                    ["FAULT"] = fault,
                    ["PORT"] = $"{port}",
                    ["ROLE"] = service.Name,
                    ["OTEL_SERVICE_NAME"] = service.Name,
                    ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.GetLeftPart(UriPartial.Authority),
                    ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
                    ["OTEL_BSP_SCHEDULE_DELAY"] = "500",
                    ["OTEL_METRIC_EXPORT_INTERVAL"] = "1000",
                },
                addressAfter: "listening on ");
    }

    private static SampleService DotnetService(string name) => new(name, ServerProcess.FindProgram("DotnetOrders"), []);

    private static SampleService NodeService(string name) => new(name, "node", [Path.Combine(NodeFolder, "src", $"{name}.js")]);

    public static string RepositoryFolder()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "DroneDelivery.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("The samples are in the repository: run it there.");
    }
}

internal sealed record SampleService(string Name, string Program, IReadOnlyList<string> Arguments);

internal sealed record RunningSystem(ServerProcess Front, ServerProcess Back) : IAsyncDisposable
{
    public async ValueTask DisposeAsync()
    {
        await Front.DisposeAsync();
        await Back.DisposeAsync();
    }
}
