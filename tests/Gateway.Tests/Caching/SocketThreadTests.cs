using System.Net;
using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>
/// With a cache, requests run on the threads that wait for sockets until the cache has been asked. Nothing may block there. The
/// gateway is a process of its own, since .NET decides it once for a process.
/// </summary>
public sealed class SocketThreadTests : IAsyncLifetime
{
    private const string List = "/api/deliveries?ownerId=owner-0007&year=2025&month=3";
    private const string SocketThread = ".NET Sockets";

    // futex(2): what is left without the flags for private memory and the clock.
    private const string Futex = "202";
    private const int FutexCommand = 127;
    private const int FutexWake = 1;
    private const int FutexWakeBitset = 10;

    // The system calls in which a thread of Linux on x64 waits for a lock, a file or a time.
    private static readonly string[] Waits = ["7", "17", "18", "35", "72", "74", "75", Futex, "230"];

    // A thread also waits for a garbage collection, and for another thread that compiles the same method. So the young generation
    // holds what the test allocates (1 GiB), each method is compiled once, and the first requests are not sampled.
    private static readonly Dictionary<string, string> FewCollections = new()
    {
        ["DOTNET_GCgen0size"] = "40000000",
        ["DOTNET_TieredCompilation"] = "0",
    };

    // It has limits, so that they are checked, and refuses no request: a refused one gets no further.
    private static readonly string[] Plan =
    [
        "--Plans:ample:RequestsPerSecond=100000", "--Plans:ample:Burst=100000", "--Plans:ample:RequestsPerDay=1000000000",
        "--Plans:ample:Concurrency=1000",
    ];

    private readonly List<HttpClient> _clients = [];
    private FakeBackend _backend = null!;
    private RunningGateway? _gateway;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _backend = await FakeBackend.StartAsync();
        _backend.Answer("/deliveries", 200, "[]");
        _backend.Answer("/deliveries/summary", 200, """{"deliveries":4}""");
        _backend.Answer("/deliveries/utilization", 200, """{"deliveries":4,"milesTraveled":12.5,"hoursAssigned":1.25}""");
        _backend.Answer("/packages/summary", 200, """{"packages":5,"fragile":1,"weightKilograms":7.35}""");
        _backend.Answer("/drones/summary", 200, """{"assignments":4,"drones":3}""");
    }

    public async ValueTask DisposeAsync()
    {
        await (_gateway?.DisposeAsync() ?? ValueTask.CompletedTask);
        _clients.ForEach(client => client.Dispose());
        await _backend.DisposeAsync();
    }

    [Fact(Timeout = 300_000)]
    public async Task Hit_HandlersOfOtherRequestsBlockTheirThreads_IsAnswered()
    {
        _gateway = await RunningGateway.StartAsync(
            _backend, "--cache", "gateway", "--warm-up-time", "0", "--fault-block-ms", "60000", "--fault-only", "slow");
        await GetAsync(Connect(), List);
        var slow = Enumerable.Range(0, 8).Select(i => GetAsync(Connect(), $"{List}&slow={i}")).ToArray();

        for (var i = 0; i < 200; i++)
        {
            Assert.Equal("HIT", await GetAsync(Connect(), List));
        }

        Assert.DoesNotContain(slow, request => request.IsCompleted);
    }

    [Fact(Timeout = 300_000)]
    public async Task SocketThread_RequestsOfAllKinds_WaitsForNothingButSockets()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64,
            "The test reads /proc of Linux on x64.");
        var database = Path.Combine(Directory.CreateTempSubdirectory("socket-threads-").FullName, "gateway.db");
        var key = await RunningGateway.AddKeyAsync(
            database, "invoices:read,deliveries:read,deliveries:write,admin", ["--plan", "ample", .. Plan]);
        _gateway = await RunningGateway.StartAsync(
            _backend, FewCollections,
            [
                "--cache", "gateway", "--warm-up-time", "0", "--keys", "required", "--database", database, "--limits", "local",
                "--usage", "sqlite", "--cache-folder", Path.Combine(Path.GetDirectoryName(database)!, "answers"), .. Plan,
            ]);
        await LoadAsync(Connect(key), user: 4, rounds: 50, Cancelled);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var load = Enumerable.Range(0, 4)
            .Select(user => LoadAsync(Connect(key), user, rounds: int.MaxValue, end.Token))
            .ToArray();

        var calls = new List<string>();
        var before = new Dictionary<string, string>();
        while (calls.Count < 2_000)
        {
            // A wait that goes on counts once: how often it is seen depends on how fast the machine takes samples.
            var now = SystemCallsOfSocketThreads();
            calls.AddRange(now.Except(before.Where(call => Waits.Contains(call.Value))).Select(call => call.Value));
            before = now;
            await Task.Yield();
        }

        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Task.WhenAll(load));
        var waits = calls.Where(Waits.Contains).GroupBy(call => call).ToDictionary(group => group.Key, group => group.Count());
        var figures = $"{calls.Count} samples, of which waits: {string.Join(", ", waits)}";
        TestContext.Current.TestOutputHelper!.WriteLine(figures);
        Assert.True(waits.Values.Sum() < calls.Count / 100, figures);
    }

    private async Task LoadAsync(HttpClient client, int user, int rounds, CancellationToken cancellationToken)
    {
        for (var i = 0; i < rounds; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await GetAsync(client, List);
            await GetAsync(client, $"{List}&miss={user}-{i}");
            await GetAsync(client, $"/api/invoices/owner-{i}?year=2025&month=3");
            // The gateway's buffer for a larger one would be in the heap of large objects, whose collections are frequent.
            using var body = new ByteArrayContent(new byte[50_000]);
            using var created = await client.PostAsync("/api/deliveries", body, cancellationToken);
            Assert.Equal(HttpStatusCode.OK, created.StatusCode);
            await GetAsync(client, new Uri(_gateway!.AdminAddress, "/admin/keys").ToString());
            await GetAsync(client, new Uri(_gateway.AdminAddress, "/admin/usage").ToString());
        }
    }

    private static async Task<string?> GetAsync(HttpClient client, string address)
    {
        using var response = await client.GetAsync(address, Cancelled);
        var body = await response.Content.ReadAsStringAsync(Cancelled);
        Assert.True(response.StatusCode == HttpStatusCode.OK, $"{address}: {(int)response.StatusCode} {body}");
        return response.Headers.TryGetValues("X-Cache", out var cache) ? cache.Single() : null;
    }

    private HttpClient Connect(string? key = null)
    {
        var client = new HttpClient { BaseAddress = _gateway!.Address };
        client.DefaultRequestHeaders.Add("X-Api-Key", key);
        _clients.Add(client);
        return client;
    }

    private Dictionary<string, string> SystemCallsOfSocketThreads()
    {
        var calls = new Dictionary<string, string>();
        foreach (var thread in Directory.EnumerateDirectories($"/proc/{_gateway!.Id}/task"))
        {
            try
            {
                if (File.ReadAllText($"{thread}/comm").Trim() == SocketThread)
                {
                    var call = File.ReadAllText($"{thread}/syscall").Split(' ');
                    calls[thread] = call is [Futex, _, var operation, ..] && IsWake(operation) ? "wake" : call[0].Trim();
                }
            }
            catch (IOException)
            {
                // The thread has ended.
            }
        }

        return calls;
    }

    // The call that waits for a lock also wakes another thread, for example one of the pool that gets the rest of a request.
    private static bool IsWake(string operation) =>
        (Convert.ToInt32(operation, 16) & FutexCommand) is FutexWake or FutexWakeBitset;
}
