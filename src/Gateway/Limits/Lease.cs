using StackExchange.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The response of Redis to a request for tokens; see <see cref="LeaseScripts.Lease"/>.</summary>
/// <param name="Tokens">The number of leased tokens.</param>
/// <param name="Left">The number of tokens that are left for all gateways.</param>
/// <param name="LeftToday">The number of requests left of the daily quota; negative if there is no quota.</param>
/// <param name="Wait">The time until Redis leases tokens again; zero if some were leased.</param>
/// <param name="Day">The number of days since 1970-01-01, UTC, by the clock of Redis.</param>
/// <param name="IsQuotaUsed">Whether no tokens were leased because the daily quota is used up.</param>
internal sealed record Lease(int Tokens, long Left, long LeftToday, TimeSpan Wait, long Day, bool IsQuotaUsed)
{
    /// <summary>The value before the first response.</summary>
    public static Lease None { get; } = new(0, 0, -1, TimeSpan.Zero, -1, false);

    /// <summary>
    /// The number of unused tokens at which the lease is renewed in advance, so that no request waits for Redis. The value is -1,
    /// for no renewal in advance, if the lease is small or few tokens are left.
    /// </summary>
    public int RenewBelow => Tokens >= 4 && Left >= Tokens ? Tokens / 4 : -1;

    public static Lease From(RedisResult answer)
    {
        var values = (long[])answer!;
        var wait = TimeSpan.FromMicroseconds(values[0] > 0 ? 0 : values[3]);
        return new((int)values[0], values[1], values[2], wait, values[4], values[5] == 1);
    }
}
