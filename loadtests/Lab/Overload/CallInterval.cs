namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// The gateway's calls to each Delivery that ended between two exports of its metrics, a second apart, without health checks.
/// </summary>
/// <param name="FromSeconds">Like <paramref name="UntilSeconds"/>, from the run's start.</param>
/// <param name="Calls">By the Deliveries, in the order of their numbers.</param>
/// <param name="Answered">Those of the calls that were answered without an error.</param>
public sealed record CallInterval(
    double FromSeconds, double UntilSeconds, IReadOnlyList<double> Calls, IReadOnlyList<double> Answered)
{
    private const string Counter = "http.client.request.duration.count";

    /// <param name="delivery">The number of a Delivery, from 1.</param>
    public double CallsTo(int delivery) => Calls[delivery - 1];

    /// <summary>The share of a Delivery in the answered calls, from 0 to 1; null if none was answered.</summary>
    public double? ShareOf(int delivery) => Answered.Sum() is > 0 and var all ? Answered[delivery - 1] / all : null;

    /// <param name="ports">The ports of the Deliveries for HTTP/2.</param>
    public static IReadOnlyList<CallInterval> FromMetrics(
        IEnumerable<MetricSample> metrics, IReadOnlyList<int> ports, DateTimeOffset start)
    {
        var names = ports.Select(port => $"{port}").ToList();
        var exports = metrics
            .Where(sample => sample.Service == BuiltService.Gateway.Name && sample.Name == Counter
                && sample.Attribute("url.template") is null)
            .GroupBy(sample => sample.Time)
            .OrderBy(export => export.Key)
            .Select(export => (
                Seconds: SecondsSince(start, export.Key),
                Calls: Total(names, export),
                Answered: Total(names, export.Where(sample => sample.Attribute("error.type") is null))))
            .ToList();
        return [.. exports.Zip(exports.Skip(1), (from, until) => new CallInterval(
            from.Seconds, until.Seconds, Growth(from.Calls, until.Calls), Growth(from.Answered, until.Answered)))];
    }

    private static double SecondsSince(DateTimeOffset start, long nanoseconds) =>
        (DateTimeOffset.UnixEpoch.AddTicks(nanoseconds / TimeSpan.NanosecondsPerTick) - start).TotalSeconds;

    /// <summary>The counter of each port: the sum over its statuses and kinds of failures.</summary>
    private static List<double> Total(IReadOnlyList<string> ports, IEnumerable<MetricSample> export)
    {
        var byPort = export.ToLookup(sample => sample.Attribute("server.port"), sample => sample.Value);
        return [.. ports.Select(port => byPort[port].Sum())];
    }

    private static List<double> Growth(IEnumerable<double> earlier, IEnumerable<double> later) =>
        [.. later.Zip(earlier, (end, start) => end - start)];
}
