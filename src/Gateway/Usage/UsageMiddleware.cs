using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts each request to the API, that is each request that may require a key. Health probes are not counted.</summary>
internal sealed class UsageMiddleware(RequestDelegate next, UsageRecorder recorder)
{
    public Task InvokeAsync(HttpContext context)
    {
        if (RequiredScope.Find(context) is not null)
        {
            CountedRequest.Begin(context, RouteOf(context.GetEndpoint()), recorder);
        }

        return next(context);
    }

    private static string RouteOf(Endpoint? endpoint) =>
        (endpoint as RouteEndpoint)?.RoutePattern.RawText ?? UsageNames.None;
}

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
