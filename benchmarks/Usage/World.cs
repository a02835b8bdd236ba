using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>A backend, and a database with keys that gateways share.</summary>
internal sealed class World(ServerProcess backend) : IAsyncDisposable
{
    public const int KeyCount = 100;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("usage-");
    private string _administrator = "";

    public IReadOnlyList<Key> Keys { get; private set; } = [];

    private string Database => Path.Combine(_folder.FullName, "gateway.db");

    public static async Task<World> StartAsync()
    {
        var world = new World(await StubBackend.StartProcessAsync());
        world._administrator = await world.AddAdministratorAsync();
        await using var gateway = await world.StartGatewayAsync(Store.Off);
        using var client = world.Administrate(gateway);
        var keys = new List<Key>();
        for (var i = 0; i < KeyCount; i++)
        {
            var answer = await client.PostAsJsonAsync("/admin/keys", new { name = $"load-{i:000}" });
            var made = await answer.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
            keys.Add(new Key(made.GetProperty("details").GetProperty("id").GetString()!, made.GetProperty("key").GetString()!));
        }

        world.Keys = keys;
        return world;
    }

    public Task<ServerProcess> StartGatewayAsync(Store store) => ServerProcess.StartAsync(
        ServerProcess.ProgramUnderTest,
        [
            "--delivery", Address(backend), "--package", Address(backend), "--drone-scheduler", Address(backend),
            "--keys", "required", "--database", Database, .. store.Flags, "--shedding", "none",
            "--metrics-endpoint", "false", "--http-port", "0", "--stop-with-stdin", "true",
        ],
        new Dictionary<string, string> { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "" });

    /// <summary>What gateways have counted of a route since then, by the id of the key: of this world's keys, since a Redis may
    /// have others.</summary>
    public async Task<IReadOnlyDictionary<string, long>> CountedAsync(Store store, string route, DateTimeOffset since)
    {
        await using var gateway = await StartGatewayAsync(store);
        using var client = Administrate(gateway);
        var report = await client.GetFromJsonAsync<JsonElement>(
            $"/admin/usage?route={Uri.EscapeDataString(route)}&from={since.UtcDateTime:s}Z");
        return report.GetProperty("rows").EnumerateArray()
            .GroupBy(row => row.GetProperty("key").GetString()!)
            .Where(key => Keys.Any(made => made.Id == key.Key))
            .ToDictionary(key => key.Key, key => key.Sum(row => row.GetProperty("sums").GetProperty("requests").GetInt64()));
    }

    public async ValueTask DisposeAsync()
    {
        await backend.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private static string Address(ServerProcess process) => process.Address.GetLeftPart(UriPartial.Authority);

    private HttpClient Administrate(ServerProcess gateway)
    {
        var client = new HttpClient { BaseAddress = gateway.Address };
        client.DefaultRequestHeaders.Add(Key.Header, _administrator);
        return client;
    }

    private async Task<string> AddAdministratorAsync()
    {
        string[] arguments = ["keys", "add", "administrator", "--scopes", "admin", "--database", Database];
        using var process = Process.Start(
            new ProcessStartInfo(ServerProcess.ProgramUnderTest, arguments) { RedirectStandardOutput = true })!;
        var key = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? key.Trim() : throw new InvalidOperationException("No first key could be made.");
    }
}
