using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Limits;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Keeps the ring as the database is: from the start on, and off the request path. A file that cannot be read at the start ends
/// it; later the last known keys go on being served.
/// </summary>
internal sealed class KeyRefresher(
    GatewayDatabase database,
    KeyRing ring,
    Plans plans,
    IOptions<KeyOptions> options,
    TimeProvider time,
    ILogger<KeyRefresher> logger)
    : IHostedService, IDisposable
{
    private readonly Lock _gate = new();
    private readonly KeyWatch _watch = new(database);
    private ITimer? _timer;
    private bool _isBlind;
    private bool _isStopped;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.AreRequired)
        {
            Start();
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        Dispose();
        return Task.CompletedTask;
    }

    /// <summary>Looks for changes now, and not at the next poll.</summary>
    public void Refresh()
    {
        lock (_gate)
        {
            try
            {
                ReadNeedsLock();
                SetBlindNeedsLock(null);
            }
            catch (DatabaseException exception)
            {
                SetBlindNeedsLock(exception);
            }
        }
    }

    public void Dispose()
    {
        _timer?.Dispose();
        lock (_gate)
        {
            _isStopped = true;
            _watch.Dispose();
        }
    }

    private void Start()
    {
        lock (_gate)
        {
            ReadNeedsLock();
        }

        if (database.IsOpenToOthers)
        {
            Log.DatabaseWasOpenToOthers(logger, database.File);
        }

        _timer = time.CreateTimer(_ => Poll(), null, options.Value.PollInterval, Timeout.InfiniteTimeSpan);
    }

    private void Poll()
    {
        Refresh();
        _timer?.Change(options.Value.PollInterval, Timeout.InfiniteTimeSpan);
    }

    private void ReadNeedsLock()
    {
        // A poll may have waited for the lock while the file was let go.
        if (!_isStopped && _watch.ReadChanges() is { } keys)
        {
            ring.Replace(keys.Where(key => key.RevokedAt is null).Select(ToHolder).OfType<KeyHolder>().ToList());
        }
    }

    private KeyHolder? ToHolder(StoredKey key)
    {
        if (plans.Find(key.Plan) is { } plan)
        {
            return new(ring.Known(new Caller(key.Id, key.Name, plan)), key.Scopes, key.Secret, key.ExpiresAt);
        }

        Log.KeyHadUnknownPlan(logger, key.Id, key.Plan, plans.Names);
        return null;
    }

    private void SetBlindNeedsLock(DatabaseException? reason)
    {
        if (reason is null && _isBlind)
        {
            Log.KeysWereReadAgain(logger);
        }
        else if (reason is not null && !_isBlind)
        {
            Log.KeysWereNotRead(logger, reason.Message);
        }

        _isBlind = reason is not null;
    }
}
