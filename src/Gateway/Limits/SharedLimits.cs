using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits as all gateways count them together, through Redis. Four times per second, the unused tokens of idle holders are
/// returned to Redis. Once per second, or four times per second while Redis is lost, this gateway registers in Redis.
/// </summary>
internal sealed class SharedLimits : BackgroundService, ILimits
{
    private const int SweepsPerRegistration = 4;

    private static readonly TimeSpan SweepInterval = TimeSpan.FromMilliseconds(250);

    private readonly string _name = Guid.NewGuid().ToString("N");
    private readonly HolderTable<SharedHolderLimits> _holders;
    private readonly GatewayGroup _group;
    private readonly LeaseClient _leases;
    private readonly TimeProvider _time;

    public SharedLimits(GatewayGroup group, LeaseClient leases, TimeProvider time)
    {
        (_group, _leases, _time) = (group, leases, time);
        _holders = new((holder, terms) => new SharedHolderLimits(holder, terms, group, leases, time), time);
    }

    public bool AreLocal => _group.IsFallback;

    public HolderLimits ForCaller(Caller caller) => _holders.ForCaller(caller);

    public HolderLimits ForRoute(Caller caller, Plan route) => _holders.ForRoute(caller, route);

    /// <summary>Registers this gateway, so that the number of gateways is known before the first request.</summary>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await RegisterAsync();
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        if (!AreLocal)
        {
            await GiveBackAsync(all: true);
            await UnregisterAsync();
        }
    }

    /// <summary>Registers this gateway in Redis, and updates the number of gateways.</summary>
    public async Task RegisterAsync()
    {
        try
        {
            _group.UseRedis(await _leases.RegisterAsync(_name));
        }
        catch (RedisLostException)
        {
            _group.UseFallback();
        }
    }

    /// <inheritdoc cref="SharedHolderLimits.GiveBackAsync"/>
    public Task GiveBackAsync(bool all) => Task.WhenAll(_holders.All.Select(holder => holder.GiveBackAsync(all)));

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(SweepInterval, _time);
        for (var sweep = 1; await timer.WaitForNextTickAsync(stoppingToken); sweep++)
        {
            if (AreLocal || sweep % SweepsPerRegistration == 0)
            {
                await RegisterAsync();
            }

            if (!AreLocal)
            {
                await GiveBackAsync(all: false);
            }
        }
    }

    private async Task UnregisterAsync()
    {
        try
        {
            await _leases.UnregisterAsync(_name);
        }
        catch (RedisLostException)
        {
            // Without the removal, the registration expires after 5 s.
        }
    }
}
