namespace DroneDelivery.Gateway.Tests.Limits;

/// <summary>A token bucket as the textbooks have it, in decimal arithmetic: what a limit must be equal to.</summary>
internal sealed class IdealBucket(decimal perSecond, int burst)
{
    private decimal _tokens = burst;
    private decimal _asOf;

    public bool Take(decimal seconds)
    {
        _tokens = Math.Min(burst, _tokens + ((seconds - _asOf) * perSecond));
        _asOf = seconds;
        if (_tokens < 1)
        {
            return false;
        }

        _tokens--;
        return true;
    }
}
