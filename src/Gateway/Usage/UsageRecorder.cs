using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts ended requests in the <see cref="UsageLedger"/>.</summary>
internal sealed class UsageRecorder(UsageLedger ledger, IOptions<KeyOptions> keys, TimeProvider time)
{
    private readonly string _withoutCaller = keys.Value.AreRequired ? UsageNames.None : Caller.Anonymous.KeyId;

    public long Timestamp => time.GetTimestamp();

    public void Count(Caller? caller, string route, int status, CountedRequest request, long startedAt) => ledger.Count(
        new UsageKey(caller?.KeyId ?? _withoutCaller, route, status),
        request.BytesIn,
        request.BytesOut,
        time.GetElapsedTime(startedAt).Ticks / TimeSpan.TicksPerMicrosecond);
}
