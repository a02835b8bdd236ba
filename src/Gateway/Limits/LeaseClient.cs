using DroneDelivery.ServiceDefaults.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Leases tokens from Redis and returns unused ones; see <see cref="LeaseScripts"/>.</summary>
/// <param name="now">
/// Returns the time in microseconds since 1970-01-01, UTC. If it is null or returns 0, the clock of Redis is used.
/// </param>
internal sealed class LeaseClient(RedisConnection redis, TimeProvider time, Func<long>? now = null)
{
    private const string GroupKey = "gateway:limits:members";

    /// <exception cref="RedisLostException">Redis is lost. It is unknown whether tokens were leased.</exception>
    public async Task<Lease> LeaseAsync(
        string holder, LimitTerms terms, int wanted, int needed, Lease former, long admittedWithoutRedis)
    {
        var today = DayCount.DayOf(time.GetUtcNow());
        var knownUse = former.Day == today ? former.UsedToday : 0;
        var answer = await AskAsync(
            LeaseScripts.Lease, KeyOf(holder),
            Now, terms.Growth, terms.PerDay, terms.Plan.Burst, wanted, needed, terms.MinLease, today, knownUse, admittedWithoutRedis);
        return Lease.From(answer, needed);
    }

    /// <summary>Returns unused tokens to Redis. If Redis is lost, so are the tokens.</summary>
    public async Task GiveBackAsync(string holder, LimitTerms terms, int tokens, long day)
    {
        try
        {
            await AskAsync(LeaseScripts.GiveBack, KeyOf(holder), Now, terms.Growth, terms.PerDay, tokens, day);
        }
        catch (RedisLostException)
        {
            // The connection has logged the loss, and the next request for tokens detects it too.
        }
    }

    /// <returns>The number of gateways.</returns>
    public async Task<int> RegisterAsync(string name) => (int)await AskAsync(LeaseScripts.Register, GroupKey, Now, name);

    public Task<bool> UnregisterAsync(string name) =>
        redis.AskAsync(database => database.SortedSetRemoveAsync(GroupKey, name), CancellationToken.None);

    private RedisValue Now => now?.Invoke() ?? 0;

    private static string KeyOf(string holder) => $"gateway:limits:holder:{holder}";

    // Not cancelled with a request: other requests wait for the same response, and leased tokens would be lost.
    private Task<RedisResult> AskAsync(string script, string key, params RedisValue[] arguments) =>
        redis.AskAsync(database => database.ScriptEvaluateAsync(script, [key], arguments), CancellationToken.None);
}
