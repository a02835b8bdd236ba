using System.Diagnostics.Metrics;
using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
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
        one.Answers.Set(Key, before, "old", bytes: 0);

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
        byDelivery.Answers.Set(Key, changes, "other", bytes: 0);
        Assert.NotNull(await byDelivery.LookUpAsync());
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

    [Fact(Timeout = 300_000)]
    public async Task Answer_Damaged_IsNotFoundUntilItIsStoredAgain()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await one.StoreAsync("answer");
        var name = Assert.Single(await one.KeysAsync("*:OwnerMonth:*"));
        await one.AskAsync(redis => redis.StringSetAsync(name, "{", TimeSpan.FromMinutes(1)));

        var damaged = await one.FindAsync();
        await one.StoreAsync("again");

        Assert.Equal((null, "again"), (damaged, await one.FindAsync()));
    }

    // The other process shows the bound: it may use the older answer until that expires.
    [Fact(Timeout = 300_000)]
    public async Task Change_RedisHasNotReceived_IsSentBeforeTheNextAnswer()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.StoreAsync("old");
        await server.SetWritesAsync(isAllowed: false);

        await one.Answers.InvalidateAsync();
        Assert.Equal("old", await other.FindAsync());
        Assert.Null(await one.LookUpAsync());
        await server.SetWritesAsync(isAllowed: true);
        await one.Answers.TrySendChangesAsync(Cancelled);

        Assert.Null((await one.LookUpAsync())!.Value.Answer);
        Assert.Null(await other.FindAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Change_RedisHasNotReceived_IsSentWithoutARequest()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.StoreAsync("old");
        await server.SetWritesAsync(isAllowed: false);
        await one.Answers.InvalidateAsync();
        await server.SetWritesAsync(isAllowed: true);

        await one.Answers.StartAsync(Cancelled);
        while (await other.FindAsync() is not null)
        {
            one.Time.Advance(TimeSpan.FromSeconds(1));
        }

        await one.Answers.StopAsync(Cancelled);
    }

    // One loss, however often it is read, and a change for all when it ends.
    [Fact(Timeout = 300_000)]
    public async Task Redis_RefusesWrites_IsLostUntilItWrites()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.StoreAsync("answer");
        var changes = (await other.LookUpAsync())!.Value.Changes;
        await server.SetWritesAsync(isAllowed: false);

        one.Answers.Set(Key with { Month = 4 }, changes, "refused", bytes: 0);
        while (one.NotStored == 0)
        {
            await Task.Yield();
        }

        for (var i = 0; i < 3; i++)
        {
            await one.Answers.TrySendChangesAsync(Cancelled);
            Assert.Null(await one.LookUpAsync());
        }

        one.Answers.Set(Key, changes, "not sent", bytes: 0);
        Assert.Equal(("answer", 2), (await other.FindAsync(), one.NotStored));
        await server.SetWritesAsync(isAllowed: true);
        await one.Answers.TrySendChangesAsync(Cancelled);

        Assert.InRange((await one.LookUpAsync())!.Value.Changes, changes + 1, long.MaxValue);
        Assert.Null(await other.FindAsync());
        Assert.Single(one.Warnings.Lines);
    }

    // As after a restart from a file that is older than the latest changes.
    [Fact(Timeout = 300_000)]
    public async Task Number_LowerThanBefore_AnswersUnderItAreNotUsed()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        var before = (await one.LookUpAsync())!.Value.Changes;
        var number = Assert.Single(await one.KeysAsync("*"));
        one.Answers.Set(Key, before - 1, "old", bytes: 0);

        await one.AskAsync(redis => redis.StringSetAsync(number, before - 1));
        var found = (await one.LookUpAsync())!.Value;

        Assert.Null(found.Answer);
        Assert.True(found.Changes > before, $"{found.Changes} is not above {before}");
    }

    [Fact(Timeout = 300_000)]
    public async Task Redis_Hangs_NoRequestWaitsForIt()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        var changes = (await one.LookUpAsync())!.Value.Changes;
        await server.HangAsync();
        one.Answers.Set(Key, changes, "answer", bytes: 0);
        while (one.NotStored == 0)
        {
            one.Time.Advance(TimeSpan.FromSeconds(10));
            await Task.Yield();
        }

        var request = one.LookUpAsync();
        var change = one.Answers.InvalidateAsync();
        Assert.True(request.IsCompleted && change.IsCompleted, "They do not wait for Redis.");
        Assert.Null(await request);
        var background = one.Answers.TrySendChangesAsync(Cancelled);

        Assert.False(background.IsCompleted, "It waits for Redis.");
        await server.KillAsync();
        await background;
        Assert.Null(await one.LookUpAsync());
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
        private readonly MeterListener _listener = new();
        private readonly TestRedis _redis;
        private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        private long _notStored;

        public Member(string address, string partitionKey = DeliveryOptions.ByOwnerId)
        {
            _redis = new TestRedis(address);
            var meters = _services.GetRequiredService<IMeterFactory>();
            Answers = new RedisAnswers(
                _redis.Connection,
                CosmosClients.On(new HttpClientHandler()),
                Options.Create(new DeliveryOptions { PartitionKey = partitionKey }),
                Options.Create(new AnswerCacheOptions()),
                meters,
                _redis.Time);
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name == "delivery.cache.not_stored" && instrument.Meter.Scope == meters)
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _listener.SetMeasurementEventCallback<long>((_, value, _, _) => Interlocked.Add(ref _notStored, value));
            _listener.Start();
        }

        public RedisAnswers Answers { get; }

        public ManualTimeProvider Time => _redis.Time;

        public RecordedWarnings Warnings => _redis.Warnings;

        /// <summary>The answers that were counted as not stored.</summary>
        public long NotStored => Volatile.Read(ref _notStored);

        /// <summary>Returns when Redis has the answer: its connection executes one command after the other.</summary>
        public async Task StoreAsync(string answer)
        {
            Answers.Set(Key, (await LookUpAsync())!.Value.Changes, answer, bytes: 0);
            await LookUpAsync();
        }

        public async Task<FoundAnswer<string>?> LookUpAsync() => await Answers.FindAsync<string>(Key, Cancelled);

        public async Task<string?> FindAsync() => (await LookUpAsync())!.Value.Answer;

        public Task<T> AskAsync<T>(Func<IDatabase, Task<T>> question) => _redis.Connection.AskAsync(question, Cancelled);

        public async Task<RedisKey[]> KeysAsync(string pattern) => (RedisKey[])(await AskAsync(
            redis => redis.ScriptEvaluateAsync("return redis.call('KEYS', ARGV[1])", [], [pattern])))!;

        public async ValueTask DisposeAsync()
        {
            _listener.Dispose();
            Answers.Dispose();
            await _redis.DisposeAsync();
            await _services.DisposeAsync();
        }
    }
}
