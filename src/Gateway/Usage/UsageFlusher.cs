using DroneDelivery.ServiceDefaults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Writes usage from memory to the store: at each interval, and when the gateway stops, after its last request has ended. A batch
/// that could not be written is retained, and no later batch is written before it.
/// </summary>
internal sealed class UsageFlusher(
    UsageLedger ledger,
    IUsageStore store,
    UsageMeter meter,
    IOptions<UsageOptions> options,
    TimeProvider time,
    ILogger<UsageFlusher> logger)
    : IHostedLifecycleService
{
    /// <summary>
    /// The maximum number of batches that wait while the store cannot be written, one for each minute. Usage of later minutes is
    /// added to the last one.
    /// </summary>
    public const int MaxBatches = 60;

    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan MaxDelay = TimeSpan.FromSeconds(1);

    private readonly string _instance = Guid.NewGuid().ToString("N");
    private readonly List<UsageBatch> _batches = [];

    // Not disposed, because test hosts stop a gateway twice at the same time. Neither object holds a resource to release.
    private readonly CancellationTokenSource _stopping = new();
    private readonly SemaphoreSlim _turn = new(1);
    private Task _running = Task.CompletedTask;
    private long _lastNumber;
    private volatile string? _failure;

    /// <summary>Why the latest write failed; null if it succeeded.</summary>
    public string? Failure => _failure;

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await store.OpenAsync(cancellationToken);
        _running = RunAsync(_stopping.Token);
    }

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Writes the remaining usage after the server has stopped. A stopping server waits for its requests. Retries for up to 5 s,
    /// and then logs the number of requests whose usage is lost.
    /// </summary>
    public async Task StoppedAsync(CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(StopTimeout, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        _stopping.Cancel();
        await _running;
        var delay = options.Value.FlushInterval < MaxDelay ? options.Value.FlushInterval : MaxDelay;
        try
        {
            while (!await FlushAsync(end.Token))
            {
                await Task.Delay(delay, time, end.Token);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            var lost = _batches.Sum(batch => batch.Requests) + ledger.Take().Values.Sum(row => row.Requests);
            if (lost > 0)
            {
                Log.UsageWasLost(logger, lost, _failure ?? "the store did not respond in time");
            }
        }
    }

    /// <summary>Takes all usage from memory and writes it to the store.</summary>
    /// <returns>Whether nothing is left to write.</returns>
    public async Task<bool> FlushAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            TakeNeedsTurn();
            while (_batches is [var oldest, ..])
            {
                if (!await WriteNeedsTurnAsync(oldest, cancellationToken))
                {
                    return false;
                }

                _batches.RemoveAt(0);
            }

            return true;
        }
        finally
        {
            meter.Waiting = _batches.Sum(batch => batch.Requests);
            _turn.Release();
        }
    }

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(options.Value.FlushInterval, time);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                await FlushAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The remaining usage is written after the server has stopped.
        }
    }

    private void TakeNeedsTurn()
    {
        var rows = ledger.Take();
        if (rows.Count == 0)
        {
            return;
        }

        meter.Add(rows);
        var batch = new UsageBatch(_instance, _lastNumber + 1, time.GetUtcNow(), rows);
        // The oldest batch may have been written although the store reported a failure. Therefore it must not change.
        if (_batches is [_, .., var latest] && (latest.Interval == batch.Interval || _batches.Count == MaxBatches))
        {
            latest.Add(rows);
            return;
        }

        _lastNumber++;
        _batches.Add(batch);
    }

    private async Task<bool> WriteNeedsTurnAsync(UsageBatch batch, CancellationToken cancellationToken)
    {
        try
        {
            await store.WriteAsync(batch, cancellationToken);
        }
        catch (StoreException exception)
        {
            if (_failure is null)
            {
                Log.UsageWasNotWritten(logger, batch.Requests, exception.Message);
            }

            _failure = exception.Message;
            return false;
        }

        if (_failure is not null)
        {
            Log.UsageWasWrittenAgain(logger);
        }

        _failure = null;
        return true;
    }
}
