namespace DroneDelivery.Gateway.Limits;

/// <summary>The gateways that count limits together, as far as this gateway knows.</summary>
internal sealed class GatewayGroup(ILogger<GatewayGroup> logger)
{
    private int _members = 1;
    private int _isAlone;

    public int Members => Volatile.Read(ref _members);

    /// <summary>Whether this gateway counts limits alone until Redis is available again.</summary>
    public bool IsAlone => Volatile.Read(ref _isAlone) == 1;

    /// <summary>Returns one gateway's share of a limit that the gateways cannot count together; rounded up.</summary>
    public int ShareOf(int most) => (most + Members - 1) / Members;

    public void GoAlone()
    {
        if (Interlocked.Exchange(ref _isAlone, 1) == 0)
        {
            Log.FallbackLimits(logger, Members);
        }
    }

    public void Meet(int members)
    {
        Volatile.Write(ref _members, Math.Max(1, members));
        if (Interlocked.Exchange(ref _isAlone, 0) == 1)
        {
            Log.LimitsTogether(logger);
        }
    }
}
