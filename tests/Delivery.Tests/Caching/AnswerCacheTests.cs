using DroneDelivery.Delivery.Caching;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Tests.Caching;

public sealed class AnswerCacheTests
{
    private readonly ManualTimeProvider _time = new();
    private int _reads;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(AnswerCacheOptions.Memory, 1)]
    [InlineData(AnswerCacheOptions.None, 2)]
    public async Task Answer_AskedForTwice_IsReadOnceWhereItIsKept(string mode, int reads)
    {
        using var cache = NewCache(mode);

        await cache.GetAsync("question", ReadAsync, Cancelled);
        await cache.GetAsync("question", ReadAsync, Cancelled);

        Assert.Equal(reads, _reads);
    }

    [Fact]
    public async Task Answer_TooOldOrChanged_IsReadAgain()
    {
        using var cache = NewCache();
        await cache.GetAsync("question", ReadAsync, Cancelled);

        _time.Advance(TimeSpan.FromSeconds(60));
        var later = await cache.GetAsync("question", ReadAsync, Cancelled);
        cache.Invalidate();
        var changed = await cache.GetAsync("question", ReadAsync, Cancelled);

        Assert.Equal(("answer 2", "answer 3"), (later, changed));
    }

    [Fact]
    public async Task Answer_ManyAskAtOnce_IsReadOnceAndSurvivesWhoLeaves()
    {
        using var cache = NewCache();
        var held = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var leaving = new CancellationTokenSource();
        async Task<string> HeldAsync(CancellationToken cancellationToken)
        {
            await held.Task.WaitAsync(cancellationToken);
            return await ReadAsync(cancellationToken);
        }

        var first = cache.GetAsync("question", HeldAsync, leaving.Token);
        var others = Enumerable.Range(0, 100).Select(_ => cache.GetAsync("question", HeldAsync, Cancelled)).ToArray();
        await leaving.CancelAsync();
        held.SetResult();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        Assert.All(await Task.WhenAll(others), answer => Assert.Equal("answer 1", answer));
    }

    [Fact]
    public async Task Answer_ReadWhileSomethingChanged_IsNotKept()
    {
        using var cache = NewCache();
        await cache.GetAsync("question", token =>
        {
            cache.Invalidate();
            return ReadAsync(token);
        }, Cancelled);

        Assert.Equal("answer 2", await cache.GetAsync("question", ReadAsync, Cancelled));
    }

    [Fact]
    public async Task Read_Fails_IsTriedAgain()
    {
        using var cache = NewCache();
        await Assert.ThrowsAsync<InvalidDataException>(() =>
            cache.GetAsync<string>("question", _ => throw new InvalidDataException(), Cancelled));

        Assert.Equal("answer 1", await cache.GetAsync("question", ReadAsync, Cancelled));
    }

    private Task<string> ReadAsync(CancellationToken cancellationToken) =>
        Task.FromResult($"answer {Interlocked.Increment(ref _reads)}");

    private AnswerCache NewCache(string mode = AnswerCacheOptions.Memory) =>
        new(Options.Create(new AnswerCacheOptions { Mode = mode }), _time);
}
