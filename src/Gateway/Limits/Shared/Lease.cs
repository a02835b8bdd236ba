using StackExchange.Redis;

namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>What Redis answered when it was asked for tokens; see <see cref="LeaseScripts.Lease"/>.</summary>
/// <param name="Tokens">Those leased.</param>
/// <param name="Left">Those that are left for everybody.</param>
/// <param name="LeftToday">Requests left of the daily quota; negative where there is none.</param>
/// <param name="Wait">How long there will be none; zero when some were leased.</param>
/// <param name="Day">Since 1970, by Redis's clock.</param>
/// <param name="IsQuotaUsed">Whether it is for the daily quota that there are none.</param>
internal sealed record Lease(int Tokens, long Left, long LeftToday, TimeSpan Wait, long Day, bool IsQuotaUsed)
{
    /// <summary>Before the first answer.</summary>
    public static Lease None { get; } = new(0, 0, -1, TimeSpan.Zero, -1, false);

    /// <summary>Where there is plenty, a lease is renewed before it is used up, so that nobody waits.</summary>
    public int RenewBelow => Tokens >= 4 && Left >= Tokens ? Tokens / 4 : -1;

    public static Lease From(RedisResult answer)
    {
        var values = (long[])answer!;
        var wait = TimeSpan.FromMicroseconds(values[0] > 0 ? 0 : values[3]);
        return new((int)values[0], values[1], values[2], wait, values[4], values[5] == 1);
    }
}
