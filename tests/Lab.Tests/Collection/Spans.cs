using System.Globalization;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>Spans made by hand, by the number of their trace.</summary>
internal static class Spans
{
    public static string IdOf(int trace) => trace.ToString("x32", CultureInfo.InvariantCulture);

    /// <summary>The gateway's server span.</summary>
    public static SpanRecord Root(int trace, long start = 0, long duration = 1, bool failed = false) =>
        new(IdOf(trace), "0102030405060708", null, "gateway", "work", "server", start, duration, failed, NoAttributes);

    /// <summary>A call to the database, by Delivery.</summary>
    public static SpanRecord Call(int trace, int status = 200, long start = 0, bool failed = false) => new(
        IdOf(trace), "1112131415161718", "0102030405060708", "delivery", "query", "client", start, 1, failed || status >= 400,
        new Dictionary<string, string>
        {
            [SpanRecord.CosmosCall] = "data",
            [SpanRecord.StatusCode] = status.ToString(CultureInfo.InvariantCulture),
        });

    private static Dictionary<string, string> NoAttributes { get; } = [];
}
