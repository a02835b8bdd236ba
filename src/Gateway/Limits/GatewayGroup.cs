namespace DroneDelivery.Gateway.Limits;

/// <summary>The gateways that count limits together, as far as this gateway knows.</summary>
internal sealed class GatewayGroup(ILogger<GatewayGroup> logger)
{
    private int _members = 1;
    private int _isFallback;

    public int Members => Volatile.Read(ref _members);

    /// <summary>Whether this gateway counts limits alone until Redis is available again.</summary>
    public bool IsFallback => Volatile.Read(ref _isFallback) == 1;

    /// <summary>Returns one gateway's share of a limit that the gateways cannot count together; rounded up.</summary>
    public int ShareOf(int limit) => (limit + Members - 1) / Members;

    /// <summary>Redis is lost.</summary>
    public void UseFallback()
    {
        if (Interlocked.Exchange(ref _isFallback, 1) == 0)
        {
            Log.FallbackLimits(logger, Members);
        }
    }

    /// <summary>Redis is available.</summary>
    public void UseRedis(int members)
    {
        Volatile.Write(ref _members, Math.Max(1, members));
        if (Interlocked.Exchange(ref _isFallback, 0) == 1)
        {
            Log.LimitsTogether(logger);
        }
    }
}
