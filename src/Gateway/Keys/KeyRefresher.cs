using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Reads changed keys from the store into the <see cref="KeyRing"/>, in the background. If the store cannot be read, the start
/// fails; after the start, the last known keys are used for up to <see cref="KeyOptions.MaxAge"/>.
/// </summary>
internal sealed class KeyRefresher(
    IKeyStore store,
    KeyRing ring,
    PlanCatalog plans,
    IOptions<KeyOptions> options,
    TimeProvider time,
    ILogger<KeyRefresher> logger)
    : IHostedService, IDisposable
{
    // Not disposed, because test hosts stop a gateway twice at the same time. Neither object holds a resource to release.
    private readonly SemaphoreSlim _turn = new(1);
    private readonly CancellationTokenSource _stopping = new();

    // Plans may change while keys are read.
    private readonly Lock _gate = new();
    private List<StoredKey> _keys = [];
    private ITimer? _timer;
    private bool _hasFailed;

    /// <summary>Runs before usage starts, which creates the database if it does not exist.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.AreRequired)
        {
            Use(await store.ReadChangesAsync(cancellationToken) ?? []);
            plans.Changed += UsePlans;
            _timer = time.CreateTimer(_ => Poll(), null, options.Value.PollInterval, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Waits until the store is not in use.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        Dispose();
        await _turn.WaitAsync(cancellationToken);
        _turn.Release();
    }

    /// <summary>Reads changed keys immediately, without waiting for the next poll.</summary>
    public async Task RefreshAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            Use(await store.ReadChangesAsync(cancellationToken));
            SetFailureNeedsTurn(null);
        }
        catch (StoreException exception)
        {
            SetFailureNeedsTurn(exception);
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose()
    {
        plans.Changed -= UsePlans;
        _stopping.Cancel();
        _timer?.Dispose();
    }

    private async void Poll()
    {
        try
        {
            await RefreshAsync(_stopping.Token);
            _timer?.Change(options.Value.PollInterval, Timeout.InfiniteTimeSpan);
        }
        catch (OperationCanceledException)
        {
            // The gateway stops.
        }
    }

    // Each key names its plan.
    private void UsePlans() => Replace(changed: null);

    /// <param name="changed">All keys, or null if none has changed.</param>
    private void Use(List<StoredKey>? changed)
    {
        if (changed is not null)
        {
            Replace(changed);
        }

        ring.Confirm();
    }

    private void Replace(List<StoredKey>? changed)
    {
        lock (_gate)
        {
            _keys = changed ?? _keys;
            ring.Replace(_keys.Where(key => key.RevokedAt is null).Select(ToHolder).OfType<KeyHolder>().ToList());
        }
    }

    private KeyHolder? ToHolder(StoredKey key)
    {
        if (plans.Find(key.Plan) is { } plan)
        {
            var caller = new Caller(key.Id, key.Name, plan) { Owners = key.Owners, Scopes = key.Scopes };
            return new(ring.Known(caller), key.Secret, key.ExpiresAt);
        }

        Log.KeyHadUnknownPlan(logger, key.Id, key.Plan, plans.Names);
        return null;
    }

    private void SetFailureNeedsTurn(StoreException? reason)
    {
        if (reason is null && _hasFailed)
        {
            Log.KeysWereReadAgain(logger);
        }
        else if (reason is not null && !_hasFailed)
        {
            Log.KeysWereNotRead(logger, options.Value.MaxAge, reason.Message);
        }

        _hasFailed = reason is not null;
    }
}
