using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace DroneDelivery.Delivery.Tests.Caching;

public sealed class RedisAnswersTests
{
    private static readonly OwnerMonth Key = new("owner-0001", 2025, 3);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Answer_OfAnotherProcess_IsFoundUntilAnyOfThemChanges()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.StoreAsync("answer");

        var shared = await other.FindAsync();
        await one.Answers.InvalidateAsync();

        Assert.Equal("answer", shared);
        Assert.Equal((null, null), (await one.FindAsync(), await other.FindAsync()));
    }

    [Fact(Timeout = 300_000)]
    public async Task Answer_ReadBeforeAChangeAndStoredAfterIt_IsNotFound()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        var before = (await one.LookUpAsync())!.Value.Changes;

        await other.Answers.InvalidateAsync();
        await one.Answers.SetAsync(Key, before, "old", bytes: 0);

        Assert.Null(await one.FindAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Answers_OfOtherKeysTypesOrContainers_AreNotMixed()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var byDelivery = new Member(server.Address, DeliveryOptions.ByDeliveryId);
        await one.StoreAsync("answer");
        var changes = (await one.LookUpAsync())!.Value.Changes;

        Assert.Null((await one.Answers.FindAsync<string>(Key with { Month = 4 }, Cancelled))!.Value.Answer);
        Assert.Null((await one.Answers.FindAsync<string>(new OtherKey("owner-0001", 2025, 3), Cancelled))!.Value.Answer);
        await byDelivery.Answers.SetAsync(Key, changes, "other", bytes: 0);
        Assert.Equal("answer", await one.FindAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Answer_Stored_ExpiresAfterItsTime()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);

        await one.StoreAsync("answer");

        var name = Assert.Single(await one.KeysAsync("*:OwnerMonth:*"));
        Assert.InRange((await one.AskAsync(redis => redis.KeyTimeToLiveAsync(name)))!.Value.TotalSeconds, 1, 60);
    }

    // The other process shows the bound: it may use the older answer until that expires.
    [Fact(Timeout = 300_000)]
    public async Task Change_RedisHasNotReceived_IsSentBeforeTheNextAnswer()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.StoreAsync("old");
        await other.AskAsync(redis => redis.ExecuteAsync("ACL", "SETUSER", "default", "-incr"));

        await one.Answers.InvalidateAsync();
        Assert.Equal("old", await other.FindAsync());
        Assert.Null(await one.LookUpAsync());
        await other.AskAsync(redis => redis.ExecuteAsync("ACL", "SETUSER", "default", "+incr"));
        one.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Null((await one.LookUpAsync())!.Value.Answer);
        Assert.Null(await other.FindAsync());
    }

    // As after a restart from a file that is older than the latest changes.
    [Fact(Timeout = 300_000)]
    public async Task Number_LowerThanBefore_AnswersUnderItAreNotUsed()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        var before = (await one.LookUpAsync())!.Value.Changes;
        var number = Assert.Single(await one.KeysAsync("*"));
        await one.Answers.SetAsync(Key, before - 1, "old", bytes: 0);

        await one.AskAsync(redis => redis.StringSetAsync(number, before - 1));
        var found = (await one.LookUpAsync())!.Value;

        Assert.Null(found.Answer);
        Assert.True(found.Changes > before, $"{found.Changes} is not above {before}");
    }

    [Fact(Timeout = 300_000)]
    public async Task Redis_Hangs_OneRequestASecondWaitsForIt()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await one.LookUpAsync();
        await server.HangAsync();
        var lost = one.LookUpAsync();
        while (one.Time.PendingTimers == 0)
        {
            await Task.Yield();
        }

        one.Time.Advance(TimeSpan.FromSeconds(10));
        Assert.Null(await lost);

        var first = one.LookUpAsync();
        Assert.Null(await one.LookUpAsync());
        one.Time.Advance(TimeSpan.FromSeconds(1));
        var second = one.LookUpAsync();
        Assert.Null(await one.LookUpAsync());

        Assert.False(first.IsCompleted || second.IsCompleted, "Each waits for Redis.");
        await server.KillAsync();
        Assert.Null(await first);
        Assert.Null(await second);
    }

    [Fact(Timeout = 300_000)]
    public async Task Answer_OfATypeWithOtherJson_IsReadAgain()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await one.StoreAsync("answer");

        Assert.Null((await one.Answers.FindAsync<OwnerMonth>(Key, Cancelled))!.Value.Answer);
    }

    private sealed record OtherKey(string OwnerId, int Year, int Month);

    /// <summary>What a process has to share answers, without the process.</summary>
    private sealed class Member : IAsyncDisposable
    {
        private readonly TestRedis _redis;

        public Member(string address, string partitionKey = DeliveryOptions.ByOwnerId)
        {
            _redis = new TestRedis(address);
            Answers = new RedisAnswers(
                _redis.Connection,
                CosmosClients.On(new HttpClientHandler()),
                Options.Create(new DeliveryOptions { PartitionKey = partitionKey }),
                Options.Create(new AnswerCacheOptions()),
                _redis.Time);
        }

        public RedisAnswers Answers { get; }

        public ManualTimeProvider Time => _redis.Time;

        public async Task StoreAsync(string answer) =>
            await Answers.SetAsync(Key, (await LookUpAsync())!.Value.Changes, answer, bytes: 0);

        public async Task<FoundAnswer<string>?> LookUpAsync() => await Answers.FindAsync<string>(Key, Cancelled);

        public async Task<string?> FindAsync() => (await LookUpAsync())!.Value.Answer;

        public Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question) => _redis.Connection.AskAsync(question, Cancelled);

        public async Task<RedisKey[]> KeysAsync(string pattern) => (RedisKey[])(await AskAsync(
            redis => redis.ScriptEvaluateAsync("return redis.call('KEYS', ARGV[1])", [], [pattern])))!;

        public ValueTask DisposeAsync() => _redis.DisposeAsync();
    }
}
