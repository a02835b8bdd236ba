using System.Globalization;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>Spans made by hand, by the number of their trace.</summary>
internal static class Spans
{
    public static string IdOf(int trace) => trace.ToString("x32", CultureInfo.InvariantCulture);

    /// <summary>The gateway's server span.</summary>
    public static SpanRecord Root(int trace, long start = 0, long duration = 1, bool failed = false) =>
        new(start, duration, failed, NoAttributes)
        {
            TraceId = IdOf(trace),
            SpanId = "0102030405060708",
            ParentSpanId = null,
            Service = "gateway",
            Name = "work",
            Kind = "server",
        };

    /// <summary>A call to the database, by Delivery.</summary>
    public static SpanRecord Call(int trace, int status = 200, long start = 0, bool failed = false) => new(
        start,
        1,
        failed || status >= 400,
        new Dictionary<string, string>
        {
            [SpanRecord.CosmosCall] = "data",
            [SpanRecord.StatusCode] = status.ToString(CultureInfo.InvariantCulture),
        })
    {
        TraceId = IdOf(trace),
        SpanId = "1112131415161718",
        ParentSpanId = "0102030405060708",
        Service = "delivery",
        Name = "query",
        Kind = "client",
    };

    private static Dictionary<string, string> NoAttributes { get; } = [];
}
