using System.Diagnostics.Metrics;
using System.Threading.Channels;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults;
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

    private readonly UsageMeter _meter;

    public UsageFlusherTests()
    {
        _meter = new UsageMeter(_services.GetRequiredService<IMeterFactory>());
        _flusher = new UsageFlusher(
            _ledger, _store, _meter, Options.Create(new UsageOptions()), _time, NullLogger<UsageFlusher>.Instance);
    }

    [Fact(Timeout = 300_000)]
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
    public async Task Write_FailsForMinutes_UsageKeepsItsMinutes()
    {
        _store.Fails = true;
        for (var minute = 0; minute < 3; minute++)
        {
            _ledger.Count(Key, 0, 0, 0);
            await FlushAsync();
            _ledger.Count(Key, 0, 0, 0);
            await FlushAsync();
            _time.Advance(TimeSpan.FromMinutes(1));
        }

        _store.TakeAll();
        _store.Fails = false;
        Assert.True(await FlushAsync());

        // The first batch may have been written, so that the rest of its minute is a second one.
        Assert.Equal([(1, 1), (2, 1), (3, 2), (4, 2)], _store.TakeAll());
        var start = _time.GetUtcNow().ToUnixTimeSeconds() - 180;
        Assert.Equal([0, 0, 60, 120], _store.Intervals.TakeLast(4).Select(interval => interval - start));
    }

    [Fact]
    public async Task Write_FailsForHours_KeepsNoMoreThanTheMaximumOfBatches()
    {
        _store.Fails = true;
        for (var minute = 0; minute < 2 * UsageFlusher.MaxBatches; minute++)
        {
            _ledger.Count(Key, 0, 0, 0);
            await FlushAsync();
            _time.Advance(TimeSpan.FromMinutes(1));
        }

        _store.TakeAll();
        _store.Fails = false;
        Assert.True(await FlushAsync());

        var written = _store.TakeAll();
        Assert.Equal(UsageFlusher.MaxBatches, written.Count);
        Assert.Equal(2 * UsageFlusher.MaxBatches, written.Sum(batch => batch.Requests));
    }

    [Fact]
    public async Task Write_Fails_RequestsAreMeasuredOnceAndAsWaiting()
    {
        using var recorded = new RecordedMeasurements(_services.GetRequiredService<IMeterFactory>());
        _store.Fails = true;
        _ledger.Count(Key, 0, 0, 0);
        await FlushAsync();
        await FlushAsync();

        Assert.Equal(1, recorded.Of("gateway.usage.requests", "k1"));
        Assert.Equal((1, "It fails."), (_meter.Waiting, _flusher.Failure));
        _ledger.Count(Key, 0, 0, 0);
        await FlushAsync();

        Assert.Equal(2, recorded.Of("gateway.usage.requests", "k1"));
        Assert.Equal(2, _meter.Waiting);
        _store.Fails = false;
        await FlushAsync();

        Assert.Equal(2, recorded.Of("gateway.usage.requests", "k1"));
        Assert.Equal((0, null), (_meter.Waiting, _flusher.Failure));
    }

    [Fact]
    public async Task Write_NothingCounted_StoreIsLeftAlone()
    {
        Assert.True(await FlushAsync());

        Assert.Equal(0, _store.Waiting);
    }

    [Fact(Timeout = 300_000)]
    public async Task Stop_RequestsNotWritten_AreWritten()
    {
        await _flusher.StartAsync(TestContext.Current.CancellationToken);
        _ledger.Count(Key, 0, 0, 0);

        await _flusher.StoppedAsync(TestContext.Current.CancellationToken);

        Assert.Equal((1, 1), await _store.NextAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Stop_StoreFails_GivesUpAfterFiveSeconds()
    {
        _ledger.Count(Key, 0, 0, 0);
        _store.Fails = true;

        var stop = _flusher.StoppedAsync(TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromSeconds(5) - TimeSpan.FromTicks(1));
        Assert.False(stop.IsCompleted);
        _time.Advance(TimeSpan.FromTicks(1));

        await stop;
    }

    public void Dispose() => _services.Dispose();

    private Task<bool> FlushAsync() => _flusher.FlushAsync(TestContext.Current.CancellationToken);

    /// <summary>Records each batch, whether the write fails or not.</summary>
    private sealed class HeldStore : IUsageStore
    {
        private readonly Channel<(long Number, long Requests)> _written =
            Channel.CreateUnbounded<(long Number, long Requests)>();

        public bool Fails { get; set; }

        public List<long> Intervals { get; } = [];

        public List<(long Number, long Requests)> TakeAll()
        {
            var all = new List<(long Number, long Requests)>();
            while (_written.Reader.TryRead(out var batch))
            {
                all.Add(batch);
            }

            return all;
        }

        public int Waiting => _written.Reader.Count;

        public ValueTask<(long Number, long Requests)> NextAsync() =>
            _written.Reader.ReadAsync(TestContext.Current.CancellationToken);

        public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
        {
            _written.Writer.TryWrite((batch.Number, batch.Requests));
            Intervals.Add(batch.Interval);
            return Fails ? Task.FromException(new StoreException("It fails.", new IOException())) : Task.CompletedTask;
        }

        public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("Nobody reads here.");
    }
}
