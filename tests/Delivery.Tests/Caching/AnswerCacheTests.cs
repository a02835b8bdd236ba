using System.Diagnostics.Metrics;
using DroneDelivery.Delivery.Caching;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Tests.Caching;

public sealed class AnswerCacheTests : IDisposable
{
    private readonly ManualTimeProvider _time = new();
    private readonly MemoryAnswers _answers;
    private int _reads;

    public AnswerCacheTests() => _answers = new MemoryAnswers(Options.Create(new AnswerCacheOptions()), _time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(AnswerCacheOptions.Memory, 1)]
    [InlineData(AnswerCacheOptions.None, 2)]
    public async Task Answer_AskedForTwice_IsReadOnceWhereItIsKept(string mode, int reads)
    {
        var cache = NewCache(mode);

        await GetAsync(cache);
        await GetAsync(cache);

        Assert.Equal(reads, _reads);
    }

    [Fact]
    public async Task Answer_TooOldOrChanged_IsReadAgain()
    {
        var cache = NewCache();
        await GetAsync(cache);

        _time.Advance(TimeSpan.FromSeconds(60));
        var later = await GetAsync(cache);
        await cache.InvalidateAsync();
        var changed = await GetAsync(cache);

        Assert.Equal(("answer 2", "answer 3"), (later, changed));
    }

    [Fact]
    public async Task Answer_ManyAskAtOnce_IsReadOnceAndSurvivesWhoLeaves()
    {
        var cache = NewCache();
        var held = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var leaving = new CancellationTokenSource();
        async Task<string> HeldAsync(CancellationToken cancellationToken)
        {
            await held.Task.WaitAsync(cancellationToken);
            return await ReadAsync(cancellationToken);
        }

        var first = cache.GetAsync("question", HeldAsync, SizeOf, leaving.Token);
        var others = Enumerable.Range(0, 100).Select(_ => cache.GetAsync("question", HeldAsync, SizeOf, Cancelled)).ToArray();
        await leaving.CancelAsync();
        held.SetResult();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        Assert.All(await Task.WhenAll(others), answer => Assert.Equal("answer 1", answer));
    }

    [Fact]
    public async Task Answer_ReadWhileSomethingChanged_IsNotKept()
    {
        var cache = NewCache();
        await cache.GetAsync("question", async token =>
        {
            await cache.InvalidateAsync();
            return await ReadAsync(token);
        }, SizeOf, Cancelled);

        Assert.Equal("answer 2", await GetAsync(cache));
    }

    [Fact]
    public async Task Read_Fails_IsTriedAgain()
    {
        var cache = NewCache();
        await Assert.ThrowsAsync<InvalidDataException>(() =>
            cache.GetAsync<string>("question", _ => throw new InvalidDataException(), SizeOf, Cancelled));

        Assert.Equal("answer 1", await GetAsync(cache));
    }

    [Fact]
    public async Task Answers_Changed_ReleaseTheirMemory()
    {
        var cache = NewCache();
        for (var i = 0; i < 100; i++)
        {
            await GetAsync(cache, $"question {i}");
        }

        Assert.Equal(100, _answers.Count);
        await cache.InvalidateAsync();

        Assert.Equal(0, _answers.Count);
    }

    [Fact]
    public async Task Answers_LargerThanTheLimit_AreNotAllCached()
    {
        var cache = NewCache();
        for (var i = 0; i < 100; i++)
        {
            await GetAsync(cache, $"question {i}", bytes: 8 * 1024 * 1024);
        }

        Assert.InRange(_answers.Count, 1, 8);
    }

    public void Dispose() => _answers.Dispose();

    private static long SizeOf(string answer) => answer.Length;

    private Task<string> GetAsync(AnswerCache cache, string question = "question", long bytes = 1_000) =>
        cache.GetAsync(question, ReadAsync, _ => bytes, Cancelled);

    private Task<string> ReadAsync(CancellationToken cancellationToken) =>
        Task.FromResult($"answer {Interlocked.Increment(ref _reads)}");

    private AnswerCache NewCache(string mode = AnswerCacheOptions.Memory) => new(
        Options.Create(new AnswerCacheOptions { Mode = mode }),
        _answers,
        new ServiceCollection().AddMetrics().BuildServiceProvider().GetRequiredService<IMeterFactory>());
}
