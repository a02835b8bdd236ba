using DroneDelivery.Gateway.Redis;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>Asks Redis for tokens and gives them back; see <see cref="LeaseScripts"/>.</summary>
/// <param name="now">Microseconds since 1970; 0, or none given, leaves the time to Redis.</param>
internal sealed class LeaseClient(RedisConnection redis, TimeProvider time, Func<long>? now = null)
{
    private const string GroupKey = "gateway:limits:members";

    /// <exception cref="RedisLostException">It is not known whether tokens were leased.</exception>
    public async Task<Lease> LeaseAsync(string holder, LeaseTerms terms, int wanted, Lease former, long letThroughAlone)
    {
        var today = DayCount.DayOf(time.GetUtcNow());
        var knownUse = former.Day == today && former.LeftToday >= 0 ? terms.PerDay - former.LeftToday : 0;
        var answer = await AskAsync(
            LeaseScripts.Lease, KeyOf(holder),
            Now, terms.Growth, terms.Burst, terms.PerDay, wanted, terms.Least, today, knownUse, letThroughAlone);
        return Lease.From(answer);
    }

    /// <summary>Where Redis is lost, so are the tokens.</summary>
    public async Task GiveBackAsync(string holder, LeaseTerms terms, int tokens, long day)
    {
        try
        {
            await AskAsync(LeaseScripts.GiveBack, KeyOf(holder), Now, terms.Growth, terms.PerDay, tokens, day);
        }
        catch (RedisLostException)
        {
            // The connection has said so, and whoever asks for tokens next finds it out too.
        }
    }

    /// <returns>How many gateways there are.</returns>
    public async Task<int> MeetAsync(string name) => (int)await AskAsync(LeaseScripts.Meet, GroupKey, Now, name);

    public Task<bool> PartAsync(string name) =>
        redis.AskAsync(database => database.SortedSetRemoveAsync(GroupKey, name), CancellationToken.None);

    private RedisValue Now => now?.Invoke() ?? 0;

    private static string KeyOf(string holder) => $"gateway:limits:holder:{holder}";

    // Not cancelled with a request: others wait for the same answer, and tokens that nobody takes would be lost.
    private Task<RedisResult> AskAsync(string script, string key, params RedisValue[] arguments) =>
        redis.AskAsync(database => database.ScriptEvaluateAsync(script, [key], arguments), CancellationToken.None);
}
