using System.Diagnostics;
using Docker.DotNet.Models;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Configurations;
using DotNet.Testcontainers.Containers;
using DotNet.Testcontainers.Networks;
using DroneDelivery.CosmosEmulator.Hosting;

namespace DroneDelivery.Containers.Tests;

/// <summary>The emulator, Redis and the four services as containers on a network of their own. The database is empty.</summary>
public sealed class DroneSystem : IAsyncLifetime
{
    /// <summary>The collection of tests of a whole system: two at once would be too much for a small machine.</summary>
    public const string OneAtATime = "One system at a time";

    private const string KeyPrefix = "dd_";
    private const string Listen = "0.0.0.0";
    private const string Cosmos = $"AccountEndpoint=http://cosmos-emulator:8081/;AccountKey={EmulatorOptions.WellKnownKey};";

    private static readonly string[] Store = ["--keys-store", "redis", "--redis", "redis:6379"];

    private static readonly RestartPolicy AlwaysRestart = new() { Name = RestartPolicyKind.Always };

    private readonly INetwork _network = new NetworkBuilder().Build();
    private readonly Dictionary<string, IContainer> _containers = [];

    /// <summary>The time from the start of a container until it is ready.</summary>
    public Dictionary<string, TimeSpan> StartTimes { get; } = [];

    /// <summary>An API key of owner-0001 with all scopes of a customer.</summary>
    public string ApiKey { get; private set; } = "";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public IContainer this[string program] => _containers[program];

    public async ValueTask InitializeAsync()
    {
        var redis = new ContainerBuilder(ImageNames.Redis)
            .WithCommand("redis-server", "--save", "", "--protected-mode", "no")
            .WithWaitStrategy(Wait.ForUnixContainer().UntilMessageIsLogged("Ready to accept connections"));
        await StartAsync("redis", redis);
        await StartAsync(
            ImageNames.Emulator,
            ProgramContainer.Create(ImageNames.Emulator, "--host", Listen, "--partitions", "9").ReadyAt(8081, "/health"));
        ApiKey = await AddKeyAsync();
        await StartServiceAsync(ImageNames.Delivery, 5110, "--cosmos", Cosmos);
        await StartServiceAsync(ImageNames.Package, 5120);
        await StartServiceAsync(ImageNames.DroneScheduler, 5130);
        await StartServiceAsync(
            ImageNames.Gateway,
            5080,
            [
                "--delivery", "http://delivery:5111", "--package", "http://package:5121",
                "--drone-scheduler", "http://drone-scheduler:5131", "--keys", "required", "--limits", "redis", .. Store,
            ]);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var container in _containers.Values)
        {
            await container.DisposeAsync();
        }

        await _network.DisposeAsync();
    }

    /// <summary>The address of a service's HTTP/1.1 port on this machine.</summary>
    public Uri AddressOf(string program, int port) =>
        new($"http://{_containers[program].Hostname}:{_containers[program].GetMappedPublicPort(port)}");

    private Task StartServiceAsync(string program, ushort port, params string[] arguments) => StartAsync(
        program,
        ProgramContainer.Create(program, ["--host", Listen, .. arguments])
            .ReadyAt(port, "/health/ready")
            .WithCreateParameterModifier(parameters => parameters.HostConfig!.RestartPolicy = AlwaysRestart));

    private async Task StartAsync(string alias, ContainerBuilder builder)
    {
        var container = builder.WithNetwork(_network).WithNetworkAliases(alias).Build();
        _containers.Add(alias, container);
        var start = Stopwatch.GetTimestamp();
        await container.StartAsync(Cancelled);
        StartTimes[alias] = Stopwatch.GetElapsedTime(start);
    }

    private async Task<string> AddKeyAsync()
    {
        await using var command = ProgramContainer.Create(
                ImageNames.Gateway,
                [
                    "keys", "add", "acme", "--plan", "standard",
                    "--owners", "owner-0001", "--scopes", "invoices:read,deliveries:read,deliveries:write",
                    "--create", .. Store,
                ])
            .WithNetwork(_network)
            .WithWaitStrategy(Wait.ForUnixContainer().UntilMessageIsLogged(
                KeyPrefix, wait => wait.WithMode(WaitStrategyMode.OneShot)))
            .Build();
        await command.StartAsync(Cancelled);
        var (output, _) = await command.GetLogsAsync(ct: Cancelled);
        return output.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries)
            .First(word => word.StartsWith(KeyPrefix, StringComparison.Ordinal));
    }
}
