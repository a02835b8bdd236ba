using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Takes usage from memory to the store, a batch at a time, and what is left when the gateway stops, after its last request has
/// ended. A batch that could not be written is kept and written again before another is taken: meanwhile usage stays in memory as
/// sums, which do not grow with time.
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
    private readonly string _instance = Guid.NewGuid().ToString("N");

    // Neither is disposed, as neither holds anything: test hosts stop a gateway twice at the same time.
    private readonly CancellationTokenSource _stopping = new();
    private readonly SemaphoreSlim _turn = new(1);
    private Task _running = Task.CompletedTask;
    private UsageBatch? _waiting;
    private long _lastNumber;
    private bool _failing;

    public Task StartingAsync(CancellationToken cancellationToken) => store.OpenAsync(cancellationToken);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _running = RunAsync(_stopping.Token);
        return Task.CompletedTask;
    }

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>After the server, which waits for its requests. Tries until all is written or the time to stop is over.</summary>
    public async Task StoppedAsync(CancellationToken cancellationToken)
    {
        _stopping.Cancel();
        await _running;
        while (!await FlushAsync(CancellationToken.None))
        {
            if (cancellationToken.IsCancellationRequested)
            {
                Log.UsageWasLost(logger, _waiting!.Requests + ledger.Take().Values.Sum(row => row.Requests));
                return;
            }

            await Task.Delay(options.Value.FlushInterval, time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Writes what is waiting, and then all that was counted since.</summary>
    /// <returns>Whether nothing is left to write.</returns>
    public async Task<bool> FlushAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            return (_waiting is null || await WriteNeedsTurnAsync(cancellationToken))
                && (!TakeNeedsTurn() || await WriteNeedsTurnAsync(cancellationToken));
        }
        finally
        {
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
            // What is left is written when the server has stopped.
        }
    }

    private bool TakeNeedsTurn()
    {
        var rows = ledger.Take();
        if (rows.Count == 0)
        {
            return false;
        }

        _waiting = new UsageBatch(_instance, ++_lastNumber, time.GetUtcNow(), rows);
        return true;
    }

    private async Task<bool> WriteNeedsTurnAsync(CancellationToken cancellationToken)
    {
        var batch = _waiting!;
        try
        {
            await store.WriteAsync(batch, cancellationToken);
        }
        catch (UsageStoreException exception)
        {
            if (!_failing)
            {
                Log.UsageWasNotWritten(logger, batch.Requests, exception.Message);
            }

            _failing = true;
            return false;
        }

        if (_failing)
        {
            Log.UsageWasWrittenAgain(logger);
        }

        (_waiting, _failing) = (null, false);
        meter.Add(batch.Rows);
        return true;
    }
}
