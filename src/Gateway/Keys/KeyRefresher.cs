using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Reads changed keys from the database into the <see cref="KeyRing"/>, in the background. If the database cannot be read, the
/// start fails; after the start, the last known keys are used for up to <see cref="KeyOptions.MaxAge"/>.
/// </summary>
internal sealed class KeyRefresher(
    GatewayDatabase database,
    KeyRing ring,
    PlanCatalog plans,
    IOptions<KeyOptions> options,
    TimeProvider time,
    ILogger<KeyRefresher> logger)
    : IHostedLifecycleService, IDisposable
{
    private readonly Lock _gate = new();
    private readonly KeyWatch _watch = new(database);
    private ITimer? _timer;
    private bool _isBlind;
    private bool _isStopped;

    /// <summary>Runs before other features start, because those create the database if it does not exist.</summary>
    public Task StartingAsync(CancellationToken cancellationToken)
    {
        if (options.Value.AreRequired)
        {
            Start();
        }

        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken)
    {
        Dispose();
        return Task.CompletedTask;
    }

    /// <summary>Reads changed keys immediately, without waiting for the next poll.</summary>
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
            var keys = _watch.ReadChanges() ?? [];
            ThrowIfNotMigrated(keys);
            UseNeedsLock(keys);
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
        // A poll may have waited for the lock while the watch was disposed.
        if (!_isStopped)
        {
            UseNeedsLock(_watch.ReadChanges());
        }
    }

    /// <param name="changed">All keys, or null if none has changed.</param>
    private void UseNeedsLock(List<StoredKey>? changed)
    {
        if (changed is not null)
        {
            ring.Replace(changed.Where(key => key.RevokedAt is null).Select(ToHolder).OfType<KeyHolder>().ToList());
        }

        ring.Confirm();
    }

    private void ThrowIfNotMigrated(List<StoredKey> keys)
    {
        var now = time.GetUtcNow();
        if (keys.Count(key => key.HasNoOwners && key.IsLive(now)) is > 0 and var count)
        {
            throw new DatabaseException(
                $"{count} of the keys in {database.File} have no owners: set them with \"keys migrate --all-owners\", or with "
                + "\"keys migrate <id> --owners <owners>\" for each key that \"keys list\" shows with \"none yet\".");
        }
    }

    private KeyHolder? ToHolder(StoredKey key)
    {
        if (key.HasNoOwners)
        {
            Log.KeyHadNoOwners(logger, key.Id);
            return null;
        }

        if (plans.Find(key.Plan) is { } plan)
        {
            var caller = new Caller(key.Id, key.Name, plan) { Owners = key.Owners ?? AllowedOwners.None };
            return new(ring.Known(caller), key.Scopes, key.Secret, key.ExpiresAt);
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
            Log.KeysWereNotRead(logger, options.Value.MaxAge, reason.Message);
        }

        _isBlind = reason is not null;
    }
}
