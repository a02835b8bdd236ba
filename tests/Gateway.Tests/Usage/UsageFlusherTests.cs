using System.Diagnostics.Metrics;
using System.Threading.Channels;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageFlusherTests : IDisposable
{
    private static readonly UsageKey Key = new("k1", "/a", 200);

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly ManualTimeProvider _time = new();
    private readonly UsageLedger _ledger = new();
    private readonly HeldStore _store = new();
    private readonly UsageFlusher _flusher;

    public UsageFlusherTests() => _flusher = new UsageFlusher(
        _ledger,
        _store,
        new UsageMeter(_services.GetRequiredService<IMeterFactory>()),
        Options.Create(new UsageOptions()),
        _time,
        NullLogger<UsageFlusher>.Instance);

    [Fact(Timeout = 30_000)]
    public async Task Interval_Passed_WhatWasCountedIsWritten()
    {
        await _flusher.StartAsync(TestContext.Current.CancellationToken);
        _ledger.Count(Key, 0, 0, 0);

        _time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal((1, 1), await _store.NextAsync());
    }

    [Fact]
    public async Task Write_Fails_SameBatchIsWrittenAgainBeforeTheNext()
    {
        _store.Fails = true;
        _ledger.Count(Key, 0, 0, 0);
        Assert.False(await FlushAsync());
        _ledger.Count(Key, 0, 0, 0);
        _ledger.Count(Key, 0, 0, 0);
        Assert.False(await FlushAsync());

        _store.Fails = false;
        Assert.True(await FlushAsync());

        Assert.Equal((1, 1), await _store.NextAsync());
        Assert.Equal((1, 1), await _store.NextAsync());
        Assert.Equal((1, 1), await _store.NextAsync());
        Assert.Equal((2, 2), await _store.NextAsync());
    }

    [Fact]
    public async Task Write_NothingCounted_StoreIsLeftAlone()
    {
        Assert.True(await FlushAsync());

        Assert.Equal(0, _store.Waiting);
    }

    [Fact(Timeout = 30_000)]
    public async Task Stop_RequestsNotWritten_AreWritten()
    {
        await _flusher.StartAsync(TestContext.Current.CancellationToken);
        _ledger.Count(Key, 0, 0, 0);

        await _flusher.StoppedAsync(TestContext.Current.CancellationToken);

        Assert.Equal((1, 1), await _store.NextAsync());
    }

    [Fact(Timeout = 30_000)]
    public async Task Stop_StoreFailsAtFirst_IsTriedUntilAllIsWritten()
    {
        _ledger.Count(Key, 0, 0, 0);
        _store.Fails = true;

        var stop = _flusher.StoppedAsync(TestContext.Current.CancellationToken);
        Assert.False(stop.IsCompleted);
        _store.Fails = false;
        _time.Advance(TimeSpan.FromSeconds(1));
        await stop;

        Assert.Equal([(1, 1), (1, 1)], [await _store.NextAsync(), await _store.NextAsync()]);
    }

    [Fact(Timeout = 30_000)]
    public async Task Stop_StoreFailsUntilTheTimeIsOver_GivesUp()
    {
        _ledger.Count(Key, 0, 0, 0);
        _store.Fails = true;
        using var over = new CancellationTokenSource();

        var stop = _flusher.StoppedAsync(over.Token);
        await over.CancelAsync();

        await stop;
        Assert.Empty(_ledger.Take());
    }

    public void Dispose() => _services.Dispose();

    private Task<bool> FlushAsync() => _flusher.FlushAsync(TestContext.Current.CancellationToken);

    /// <summary>Remembers what it was told to write, whether it fails or not.</summary>
    private sealed class HeldStore : IUsageStore
    {
        private readonly Channel<(long Number, long Requests)> _written =
            Channel.CreateUnbounded<(long Number, long Requests)>();

        public bool Fails { get; set; }

        public int Waiting => _written.Reader.Count;

        public ValueTask<(long Number, long Requests)> NextAsync() =>
            _written.Reader.ReadAsync(TestContext.Current.CancellationToken);

        public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
        {
            _written.Writer.TryWrite((batch.Number, batch.Requests));
            return Fails ? Task.FromException(new UsageStoreException("It fails.", new IOException())) : Task.CompletedTask;
        }

        public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("Nobody reads here.");
    }
}
