using DroneDelivery.TestSupport;
using Microsoft.Data.Sqlite;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>What is left of usage when a gateway ends: two real processes on one file.</summary>
public sealed class UsageProcessTests : IDisposable
{
    private const int Connections = 8;

    private static readonly string[] FlushAtOnce = ["--usage-flush-seconds", "0.1"];
    private static readonly string[] FlushLater = ["--usage-flush-seconds", "60"];

    private readonly UsageFile _file = new();

    /// <summary>No flush comes before the stop: all that is there was written by it.</summary>
    [Fact(Timeout = 300_000)]
    public async Task TwoGateways_StoppedWithRequestsInFlight_CountEveryRequest()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no SIGTERM.");
        await using var backend = await FakeBackend.StartAsync();
        backend.Answer("/packages/quick", 200, "{}");
        var gate = new TaskCompletionSource();
        using var arrived = new SemaphoreSlim(0);
        backend.Answer("/packages/held", async _ =>
        {
            arrived.Release();
            await gate.Task;
        });
        RunningGateway[] gateways = [await StartAsync(backend, FlushLater), await StartAsync(backend, FlushLater)];
        await Task.WhenAll(gateways.Select(gateway => SendAsync(gateway, 300, "quick")));
        var held = Task.WhenAll(gateways.Select(gateway => SendAsync(gateway, 5, "held")));
        for (var i = 0; i < 5 * gateways.Length; i++)
        {
            await arrived.WaitAsync(TestContext.Current.CancellationToken);
        }

        await gateways[0].BeginToStopAsync(bySignal: true);
        await gateways[1].BeginToStopAsync();
        gate.SetResult();
        await held;

        Assert.All(await Task.WhenAll(gateways.Select(gateway => gateway.EndAsync())), end => Assert.Equal(0, end.ExitCode));
        Assert.Equal((300 + 5) * gateways.Length, await CountedAsync());
        await Task.WhenAll(gateways.Select(gateway => gateway.DisposeAsync().AsTask()));
    }

    [Fact(Timeout = 300_000)]
    public async Task Gateway_Killed_KeepsWhatWasFlushedAndIsCountedOnAfterARestart()
    {
        await using var backend = await FakeBackend.StartAsync();
        backend.Answer("/packages/quick", 200, "{}");
        await using (var killed = await StartAsync(backend, FlushAtOnce))
        {
            await SendAsync(killed, 200, "quick");
            await UntilCountedAsync(200);
            await SendAsync(killed, 50, "quick");
        }

        var kept = await CountedAsync();
        Assert.InRange(kept, 200, 250);
        await using var next = await StartAsync(backend, FlushLater);
        await SendAsync(next, 10, "quick");
        await next.BeginToStopAsync();
        Assert.Equal(0, (await next.EndAsync()).ExitCode);
        Assert.Equal(kept + 10, await CountedAsync());
    }

    /// <summary>
    /// A file that another program locks stands for a full disk too: each write fails, some of them late. The stop takes the 5 s
    /// of the last attempts, and a busy machine may stand still for as long. Redis' client would wait for another 10 s.
    /// </summary>
    [Theory(Timeout = 300_000)]
    [InlineData("sqlite", "locked")]
    [InlineData("redis", "killed")]
    [InlineData("redis", "hung")]
    public async Task Gateway_StoppedWhileUsageCannotBeWritten_EndsSoonAndSaysWhatIsLost(string store, string state)
    {
        Assert.SkipWhen(state == "hung" && OperatingSystem.IsWindows(), "There is no SIGSTOP.");
        await using var redis = store == "redis" ? await RedisServer.StartAsync() : null;
        await using var backend = await FakeBackend.StartAsync();
        backend.Answer("/packages/quick", 200, "{}");
        await using var gateway = redis is null
            ? await StartAsync(backend, FlushAtOnce)
            : await StartAsync(backend, [.. FlushAtOnce, "--usage", "redis", "--redis", redis.Address]);
        using var locker = new SqliteConnection($"Data Source={_file.Path};Pooling=false");
        if (redis is null)
        {
            locker.Open();
            await locker.BeginTransactionAsync(TestContext.Current.CancellationToken);
        }
        else
        {
            // Without a connection, a stop has nothing to wait for.
            await SendAsync(gateway, 1, "quick");
            await UntilWrittenAsync(redis);
            await (state == "hung" ? redis.HangAsync() : redis.KillAsync());
        }

        await SendAsync(gateway, 20, "quick");
        var start = TimeProvider.System.GetTimestamp();
        await gateway.BeginToStopAsync();
        var (exitCode, output) = await gateway.EndAsync();

        Assert.Equal(0, exitCode);
        Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.Zero, TimeSpan.FromSeconds(14));
        Assert.Contains("The usage of 20 requests was lost, since it could not be written before the stop: ", output);
    }

    public void Dispose() => _file.Dispose();

    private Task<RunningGateway> StartAsync(FakeBackend backend, string[] flags) =>
        RunningGateway.StartAsync(backend, ["--database", _file.Path, "--usage", "sqlite", .. flags]);

    private static async Task SendAsync(RunningGateway gateway, int requests, string package)
    {
        using var client = new HttpClient { BaseAddress = gateway.Address };
        await Parallel.ForAsync(
            0,
            requests,
            new ParallelOptions
            {
                MaxDegreeOfParallelism = Connections,
                CancellationToken = TestContext.Current.CancellationToken,
            },
            async (_, cancellationToken) =>
                (await client.GetAsync($"/api/packages/{package}", cancellationToken)).EnsureSuccessStatusCode().Dispose());
    }

    private async Task<long> CountedAsync() => (await _file.ReadAsync()).Rows.Sum(row => row.Value.Requests);

    private Task UntilCountedAsync(long requests) => UntilAsync(async () => await CountedAsync() >= requests);

    private static async Task UntilWrittenAsync(RedisServer redis)
    {
        // The client's own limits are 5 s, which a busy machine may exceed.
        await using var connection = await ConnectionMultiplexer.ConnectAsync(
            $"{redis.Address},connectTimeout=60000,asyncTimeout=60000");
        await UntilAsync(async () => (long)await connection.GetDatabase().ExecuteAsync("DBSIZE") > 0);
    }

    /// <summary>Another process flushes, and nothing but its store tells when.</summary>
    private static async Task UntilAsync(Func<Task<bool>> isFlushed)
    {
        while (!await isFlushed())
        {
            await Task.Delay(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        }
    }
}
