using StackExchange.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The response of Redis to a request for tokens; see <see cref="LeaseScripts.Lease"/>.</summary>
/// <param name="Tokens">The number of leased tokens.</param>
/// <param name="Left">The number of tokens that are left for all gateways.</param>
/// <param name="UsedToday">The used part of the daily quota, including leased tokens that are not used yet.</param>
/// <param name="Wait">The time until Redis leases tokens again; zero if some were leased.</param>
/// <param name="Day">The number of days since 1970-01-01, UTC, by the clock of Redis.</param>
/// <param name="IsQuotaUsed">Whether no tokens were leased because the daily quota is used up.</param>
/// <param name="Needed">The minimum number of tokens that were requested.</param>
internal sealed record Lease(int Tokens, long Left, long UsedToday, TimeSpan Wait, long Day, bool IsQuotaUsed, int Needed)
{
    /// <summary>The value before the first response.</summary>
    public static Lease None { get; } = new(0, 0, 0, TimeSpan.Zero, -1, false, 1);

    /// <summary>The timestamp until which Redis does not lease the tokens that were needed; 0 if it leased them.</summary>
    public long EmptyUntil { get; init; }

    /// <summary>
    /// The number of unused tokens at which the lease is renewed in advance, so that no request waits for Redis. The value is -1,
    /// for no renewal in advance, if the lease is small or few tokens are left.
    /// </summary>
    public int RenewBelow => Tokens >= 4 && Left >= Tokens ? Tokens / 4 : -1;

    public static Lease From(RedisResult answer, int needed)
    {
        var values = (long[])answer!;
        var wait = TimeSpan.FromMicroseconds(values[0] > 0 ? 0 : values[3]);
        return new((int)values[0], values[1], values[2], wait, values[4], values[5] == 1, needed);
    }
}
