namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The scripts that Redis runs atomically. The hash of a holder has the fields <c>full</c>, the time at which its token bucket
/// will be full again (in microseconds since 1970-01-01, UTC; see <see cref="TokenRate"/>), <c>growth</c>, the microseconds in
/// which a token is refilled, <c>day</c>, and <c>used</c>, the requests counted on that day, including leased tokens that are not
/// used yet. When the rate of the plan changes, as many tokens are missing as before. The time is that of Redis, so that the
/// clocks of the gateways need not agree; a test may pass another time. The first three arguments are the time (0: the clock of
/// Redis), the microseconds in which a token is refilled (0: no rate), and the requests per day (-1: no quota).
/// </summary>
internal static class LeaseScripts
{
    private const string Now = """
        local now = tonumber(ARGV[1])
        if now == 0 then
          local time = redis.call('TIME')
          now = time[1] * 1000000 + time[2]
        end

        """;

    private const string Read = """
        local key, day = KEYS[1], math.floor(now / 86400000000)
        local growth, perDay = tonumber(ARGV[2]), tonumber(ARGV[3])
        local held = redis.call('HMGET', key, 'full', 'day', 'used', 'growth')
        local full, used, isNew = math.max(tonumber(held[1] or 0), now), 0, not held[2]
        if tonumber(held[2] or -1) == day then
          used = tonumber(held[3])
        end
        local former = tonumber(held[4] or growth)
        if former > 0 and growth > 0 then
          full = now + (full - now) / former * growth
        end

        """;

    private const string Write = """
        redis.call('HSET', key, 'full', string.format('%.3f', full), 'day', day, 'used', used, 'growth', ARGV[2])
        local kept = math.max(redis.call('PTTL', key), perDay >= 0 and 172800000 or 0)
        redis.call('PEXPIRE', key, math.max(math.ceil((full - now) / 1000) + 1000, kept))

        """;

    /// <summary>
    /// Leases tokens.
    /// <para>Further arguments: the capacity of the bucket in tokens, the number of tokens wanted, the number without which the
    /// others are of no use, the number that may be leased when few are left, the current day by the clock of the gateway, the
    /// used part of that day's quota in the latest response of Redis (which counts only if Redis has lost the hash), and the
    /// number of requests that the gateway has admitted without Redis since then.</para>
    /// <para>Result: the tokens leased, the tokens left, the requests used today, the microseconds until tokens are leased again,
    /// the day, and whether the quota is used up (1 or 0).</para>
    /// </summary>
    public const string Lease = Now + Read + """
        local burst, wanted, needed = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
        local minLease = math.max(needed, tonumber(ARGV[7]))
        if tonumber(ARGV[8]) == day then
          used = (isNew and tonumber(ARGV[9]) or used) + tonumber(ARGV[10])
        end
        local left, wait, quota = wanted * 4, 0, 0
        if growth > 0 then
          full = math.min(full, now + burst * growth)
          left = math.floor((now + burst * growth - full) / growth + 0.000001)
        end
        local leased = math.min(wanted, left, math.max(minLease, math.floor(left / 4)))
        if leased < needed then
          leased, wait = 0, full + math.min(minLease, burst) * growth - burst * growth - now
        end
        if perDay >= 0 then
          local leftToday = perDay - used
          leased = math.min(leased, math.max(needed, math.floor(leftToday / 4)))
          if leftToday < needed then
            leased, wait, quota = 0, (day + 1) * 86400000000 - now, 1
          end
        end
        full, used = full + leased * growth, used + leased

        """ + Write + """
        return { leased, math.max(0, left - leased), used, math.max(1, math.ceil(wait)), day, quota }
        """;

    /// <summary>
    /// Returns unused tokens. Further arguments: the number of tokens, the day of their lease. Has no effect if Redis has lost
    /// the hash: with a new one, the next lease would not restore the used part of the day's quota.
    /// </summary>
    public const string GiveBack = Now + Read + """
        if isNew then
          return 0
        end
        local tokens = tonumber(ARGV[4])
        full = math.max(now, full - tokens * growth)
        if tonumber(ARGV[5]) == day then
          used = math.max(0, used - tokens)
        end

        """ + Write + """
        return 1
        """;

    /// <summary>
    /// Registers a gateway. Arguments: the time, the name of the gateway. Result: the number of gateways registered within the
    /// last 5 s.
    /// </summary>
    public const string Register = Now + """
        redis.call('ZADD', KEYS[1], now, ARGV[2])
        redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 5000000)
        return redis.call('ZCARD', KEYS[1])
        """;
}
