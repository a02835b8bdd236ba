using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>What is said about usage that cannot be written, and when the last attempts are made.</summary>
public sealed class UsageFlusherLogTests : IDisposable
{
    private static readonly UsageKey Key = new("k1", "/a", 200);

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly ManualTimeProvider _time = new();
    private readonly UsageLedger _ledger = new();
    private readonly UnsteadyStore _store = new();
    private readonly RecordedWarnings _information = new(LogLevel.Information);
    private readonly RecordedWarnings _warnings = new();
    private readonly RecordedWarnings _errors = new(LogLevel.Error);
    private readonly LoggerFactory _logs;
    private readonly UsageMeter _meter;

    public UsageFlusherLogTests()
    {
        _logs = new LoggerFactory([_information, _warnings, _errors]);
        _meter = new UsageMeter(_services.GetRequiredService<IMeterFactory>());
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Write_FailsAndSucceedsAgain_EachIsLoggedOnce()
    {
        var flusher = Create();
        Count(1);
        Assert.True(await flusher.FlushAsync(Cancellation));
        Assert.Empty(_information.Lines);

        _store.Fail();
        Count(2);
        Assert.False(await flusher.FlushAsync(Cancellation));
        Assert.False(await flusher.FlushAsync(Cancellation));
        Assert.Equal(["The usage of 2 requests could not be written, and will be again: It fails."], _warnings.Lines);
        Assert.Empty(_information.Lines);

        _store.Succeed();
        Count(3);
        Assert.True(await flusher.FlushAsync(Cancellation));
        Count(4);
        Assert.True(await flusher.FlushAsync(Cancellation));
        Assert.Equal(["Usage was written again"], _information.Lines);

        _store.Fail();
        Count(5);
        Assert.False(await flusher.FlushAsync(Cancellation));
        Assert.Equal("The usage of 5 requests could not be written, and will be again: It fails.", _warnings.Lines.Last());
        Assert.Equal(2, _warnings.Lines.Count);
        Assert.Empty(_errors.Lines);
    }

    [Theory(Timeout = 300_000)]
    [InlineData(0.1, 100)]
    [InlineData(60, 1_000)]
    public Task Stop_StoreFails_IsTriedAgainAfterTheIntervalOrASecond(double flushSeconds, int delayMs) => Task.Run(
        async () =>
        {
            var delay = TimeSpan.FromMilliseconds(delayMs);
            Count(1);
            _store.Fail();

            var stop = Create(flushSeconds).StoppedAsync(Cancellation);
            Assert.Equal(1, _store.Attempts);
            _time.Advance(delay - TimeSpan.FromTicks(1));
            Assert.Equal(1, _store.Attempts);
            _time.Advance(TimeSpan.FromTicks(1));
            Assert.Equal(2, _store.Attempts);
            _store.Succeed();
            _time.Advance(delay);
            await stop;

            Assert.Equal(3, _store.Attempts);
            Assert.Empty(_errors.Lines);
        },
        Cancellation);

    /// <summary>Usage of several minutes, and of a request that ended after the last attempt.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Stop_StoreFailsUntilTheTimeIsOver_SumOfTheLostRequestsIsLogged()
    {
        var flusher = Create();
        _store.Fail();
        Count(1);
        await flusher.FlushAsync(Cancellation);
        _time.Advance(TimeSpan.FromMinutes(1));
        Count(2);
        using var over = new CancellationTokenSource();

        var stop = flusher.StoppedAsync(over.Token);
        Count(4);
        await over.CancelAsync();
        await stop;

        Assert.Equal(
            ["The usage of 7 requests was lost, since it could not be written before the stop: It fails."], _errors.Lines);
    }

    [Fact(Timeout = 300_000)]
    public async Task Stop_StoreDoesNotRespond_LostRequestsAreLoggedWithThatReason()
    {
        _store.Write = new TaskCompletionSource().Task.WaitAsync;
        Count(3);

        var stop = Create().StoppedAsync(Cancellation);
        _time.Advance(TimeSpan.FromSeconds(5));
        await stop;

        Assert.Equal(
            [
                "The usage of 3 requests was lost, since it could not be written before the stop: "
                    + "the store did not respond in time",
            ],
            _errors.Lines);
    }

    [Fact(Timeout = 300_000)]
    public async Task Stop_TimeIsOverWhileAWriteIsUnderWay_WriteIsWaitedForAndNotLost()
    {
        var (begun, held) = (new TaskCompletionSource(), new TaskCompletionSource());
        _store.Write = _ =>
        {
            begun.SetResult();
            return held.Task;
        };
        var flusher = Create();
        await flusher.StartAsync(Cancellation);
        Count(3);
        _time.Advance(TimeSpan.FromSeconds(1));
        await begun.Task;

        var stop = flusher.StoppedAsync(new CancellationToken(canceled: true));
        Assert.False(stop.IsCompleted);
        held.SetResult();
        await stop;

        Assert.Equal(1, _store.Attempts);
        Assert.Empty(_errors.Lines);
    }

    [Fact]
    public async Task Health_WriteFailsAndSucceedsAgain_IsDegradedWithTheReasonThenHealthy()
    {
        var flusher = Create();
        var check = new UsageHealthCheck(flusher, _meter);
        _store.Fail();
        Count(2);
        await flusher.FlushAsync(Cancellation);

        var degraded = await check.CheckHealthAsync(new HealthCheckContext(), Cancellation);
        _store.Succeed();
        await flusher.FlushAsync(Cancellation);
        var healthy = await check.CheckHealthAsync(new HealthCheckContext(), Cancellation);

        Assert.Equal(
            (HealthStatus.Degraded, "The usage of 2 requests is not written yet: It fails."),
            (degraded.Status, degraded.Description));
        Assert.Equal(HealthStatus.Healthy, healthy.Status);
    }

    public void Dispose()
    {
        _logs.Dispose();
        _services.Dispose();
    }

    private void Count(int requests)
    {
        for (var i = 0; i < requests; i++)
        {
            _ledger.Count(Key, 0, 0, 0);
        }
    }

    private UsageFlusher Create(double flushSeconds = 1) => new(
        _ledger,
        _store,
        _meter,
        Options.Create(new UsageOptions { FlushSeconds = flushSeconds }),
        _time,
        _logs.CreateLogger<UsageFlusher>());

    private sealed class UnsteadyStore : IUsageStore
    {
        public int Attempts { get; private set; }

        public Func<CancellationToken, Task> Write { get; set; } = _ => Task.CompletedTask;

        public void Fail() => Write = _ => Task.FromException(new StoreException("It fails.", new IOException()));

        public void Succeed() => Write = _ => Task.CompletedTask;

        public Task OpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
        {
            Attempts++;
            return Write(cancellationToken);
        }

        public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("Nothing reads here.");
    }
}
