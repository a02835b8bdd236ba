using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>A backend, and a database with keys that gateways share.</summary>
internal sealed class World(ServerProcess backend) : IAsyncDisposable
{
    public const int KeyCount = 100;

    /// <summary>From one write of a gateway to the next.</summary>
    public const int FlushSeconds = 1;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("usage-");
    private readonly int _adminPort = FreePorts.Find(1)[0];
    private string _administrator = "";

    public IReadOnlyList<Key> Keys { get; private set; } = [];

    private string Database => Path.Combine(_folder.FullName, "gateway.db");

    public static async Task<World> StartAsync()
    {
        var world = new World(await OwnServer.StartAsync());
        world._administrator = await world.AddAdministratorAsync();
        await using var gateway = await world.StartGatewayAsync(Store.Off, world._adminPort);
        using var client = world.Administrate();
        var keys = new List<Key>();
        for (var i = 0; i < KeyCount; i++)
        {
            var answer = await client.PostAsJsonAsync("/admin/keys", new { name = $"load-{i:000}", owners = new[] { "*" } });
            var made = await answer.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
            keys.Add(new Key(made.GetProperty("details").GetProperty("id").GetString()!, made.GetProperty("key").GetString()!));
        }

        world.Keys = keys;
        return world;
    }

    public Task<ServerProcess> StartGatewayAsync(Store store, int adminPort = 0) => GatewayProcess.StartAsync(
        backend.Address,
        [
            "--keys", "required", "--database", Database, .. store.Flags, "--usage-flush-seconds", $"{FlushSeconds}",
            "--shedding", "none", "--metrics-endpoint", "false", "--admin-port", $"{adminPort}",
        ]);

    /// <summary>What gateways have counted of a route since then: of this world's keys, since a Redis may have others.</summary>
    public async Task<AnswerCounts> CountedAsync(Store store, string route, DateTimeOffset since)
    {
        await using var gateway = await StartGatewayAsync(store, _adminPort);
        using var client = Administrate();
        var report = await client.GetFromJsonAsync<JsonElement>(
            $"/admin/usage?route={Uri.EscapeDataString(route)}&from={since.UtcDateTime:s}Z");
        var counts = new AnswerCounts();
        foreach (var row in report.GetProperty("rows").EnumerateArray())
        {
            var (key, sums) = (row.GetProperty("key").GetString()!, row.GetProperty("sums"));
            if (Keys.Any(made => made.Id == key))
            {
                counts.Add(
                    key,
                    row.GetProperty("status").GetInt32(),
                    sums.GetProperty("requests").GetInt64(),
                    sums.GetProperty("bytesOut").GetInt64());
            }
        }

        return counts;
    }

    public async ValueTask DisposeAsync()
    {
        await backend.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private HttpClient Administrate()
    {
        var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{_adminPort}") };
        client.DefaultRequestHeaders.Add(GatewayProcess.KeyHeader, _administrator);
        return client;
    }

    private async Task<string> AddAdministratorAsync()
    {
        string[] arguments = ["keys", "add", "administrator", "--scopes", "admin", "--create", "--database", Database];
        using var process = Process.Start(
            new ProcessStartInfo(ServerProcess.ProgramUnderTest, arguments) { RedirectStandardOutput = true })!;
        var key = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? key.Trim() : throw new InvalidOperationException("No first key could be made.");
    }
}
