using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using StackExchange.Redis;

namespace DroneDelivery.ServiceDefaults.Tests.Redis;

public sealed class RedisConnectionTests
{
    private const string Count = "return redis.call('INCRBY', KEYS[1], ARGV[1])";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Connection_ScriptsOf64AtATime_AreEachDoneOnce()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);

        var last = await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => CountAsync(redis, times: 50)));

        Assert.Equal(64 * 50, last.Max());
        Assert.False(redis.Connection.IsLost);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_RedisKilled_SaysSoOnceAndComesBackByItself()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        Assert.Equal(1, await CountAsync(redis));

        await server.KillAsync();
        for (var i = 0; i < 3; i++)
        {
            await Assert.ThrowsAsync<RedisLostException>(() => CountAsync(redis));
        }

        Assert.True(redis.Connection.IsLost);
        Assert.Equal(HealthStatus.Degraded, await HealthAsync(redis));
        Assert.StartsWith($"Redis at {server.Address} was lost", Assert.Single(redis.Warnings.Lines));

        await server.RunAsync();
        Assert.Equal(1, await redis.UntilAnsweredAsync(() => CountAsync(redis)));
        Assert.False(redis.Connection.IsLost);
        Assert.Equal(HealthStatus.Healthy, await HealthAsync(redis));
        Assert.Single(redis.Warnings.Lines);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_Closed_IsLostWithoutAWarning()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        await CountAsync(redis);

        await redis.Connection.DisposeAsync();

        await Assert.ThrowsAsync<RedisLostException>(() => CountAsync(redis));
        Assert.Empty(redis.Warnings.Lines);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_RedisNotThereAtTheStart_IsFoundLater()
    {
        await using var server = RedisServer.NotStarted();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        await Assert.ThrowsAsync<RedisLostException>(() => CountAsync(redis));

        await server.RunAsync();

        Assert.Equal(1, await redis.UntilAnsweredAsync(() => CountAsync(redis)));
    }

    [Fact(Timeout = 300_000)]
    public async Task ConnectionAtStart_RedisThereLater_IsWaitedFor()
    {
        await using var server = RedisServer.NotStarted();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        // The first attempt to connect is over.
        await Assert.ThrowsAsync<RedisLostException>(() => CountAsync(redis));

        var waiting = redis.Connection.AskAtStartAsync(database => database.PingAsync(), Cancellation);
        Assert.False(waiting.IsCompleted);
        await server.RunAsync();

        await waiting;
        Assert.False(redis.Connection.IsLost);
    }

    [Fact(Timeout = 300_000)]
    public async Task ConnectionAtStart_RedisNotThere_IsLostAfterTheStartTimeout()
    {
        await using var server = RedisServer.NotStarted();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        await Assert.ThrowsAsync<RedisLostException>(() => CountAsync(redis));

        var waiting = redis.Connection.AskAtStartAsync(database => database.PingAsync(), Cancellation);
        Assert.False(waiting.IsCompleted);
        redis.Time.Advance(RedisConnection.StartTimeout);

        await Assert.ThrowsAsync<RedisLostException>(() => waiting);
        // After the start it is not waited for.
        await Assert.ThrowsAsync<RedisLostException>(
            () => redis.Connection.AskAtStartAsync(database => database.PingAsync(), Cancellation));
    }

    [Fact(Timeout = 300_000)]
    public async Task ConnectionAtStart_AnswerLate_IsLostAfterTheStartTimeout()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        var never = new TaskCompletionSource<int>();
        await redis.UntilAnsweredAsync(() => CountAsync(redis));

        var waiting = redis.Connection.AskAtStartAsync(_ => never.Task, Cancellation);
        redis.Time.Advance(RedisConnection.StartTimeout - TimeSpan.FromTicks(1));
        Assert.False(waiting.IsCompleted);
        redis.Time.Advance(TimeSpan.FromTicks(1));

        await Assert.ThrowsAsync<RedisLostException>(() => waiting);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_AnswerTooLate_IsLostAfterTheTimeout()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        var never = new TaskCompletionSource<int>();
        await redis.UntilAnsweredAsync(() => CountAsync(redis));

        var waiting = redis.Connection.AskAsync(_ => never.Task, Cancellation);
        redis.Time.Advance(TimeSpan.FromMilliseconds(250));

        var exception = await Assert.ThrowsAsync<RedisLostException>(() => waiting);
        Assert.IsType<TimeoutException>(exception.InnerException);
        Assert.True(redis.Connection.IsLost);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_CommandCanceledByTheClient_IsLost()
    {
        await using var server = RedisServer.NotStarted();
        await using var redis = new TestRedis(new RedisOptions { Address = server.Address });
        var canceled = new CancellationToken(canceled: true);

        await Assert.ThrowsAsync<RedisLostException>(
            () => redis.Connection.AskAsync(_ => Task.FromCanceled<int>(canceled), Cancellation));

        Assert.True(redis.Connection.IsLost);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connection_AnswerToAnEarlierCommand_IsStillLost()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        var answer = new TaskCompletionSource<int>();
        var earlier = redis.Connection.AskAsync(_ => answer.Task, Cancellation);
        await Assert.ThrowsAsync<RedisLostException>(() => redis.Connection.AskAsync(
            database => database.ExecuteAsync("REFUSED"), Cancellation));

        answer.SetResult(1);
        await earlier;
        Assert.True(redis.Connection.IsLost);
        await CountAsync(redis);

        Assert.False(redis.Connection.IsLost);
    }

    private static async Task<HealthStatus> HealthAsync(TestRedis redis) =>
        (await new RedisHealthCheck(redis.Connection).CheckHealthAsync(new(), Cancellation)).Status;

    private static async Task<long> CountAsync(TestRedis redis, int times = 1)
    {
        var count = 0L;
        for (var i = 0; i < times; i++)
        {
            count = (long)await redis.Connection.AskAsync(
                database => database.ScriptEvaluateAsync(Count, [(RedisKey)"count"], [(RedisValue)1]), Cancellation);
        }

        return count;
    }
}
