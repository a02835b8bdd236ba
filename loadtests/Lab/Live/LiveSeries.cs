namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Converts a snapshot to named numbers, which the charts show over time. The page uses the same names.</summary>
internal static class LiveSeries
{
    public static IEnumerable<KeyValuePair<string, float>> FromSnapshot(LiveSnapshot snapshot) =>
    [
        .. OfLoad(snapshot.Load),
        .. snapshot.Cosmos is { } cosmos ? OfCosmos(cosmos) : [],
        .. OfProcesses(snapshot.Processes),
        .. snapshot.UsagePerSecond.Select(key => Point($"usage:{key.Key}", key.Value)),
    ];

    private static IEnumerable<KeyValuePair<string, float>> OfLoad(LiveLoad load)
    {
        yield return Point("users", load.Users);
        yield return Point("inFlight", load.InFlight);
        yield return Point("requests", load.RequestsPerSecond);
        yield return Point("errors", load.ErrorsPerSecond);
        foreach (var (name, value) in new[] { ("p50", load.P50Ms), ("p95", load.P95Ms), ("p99", load.P99Ms) })
        {
            if (value.Milliseconds is { } known)
            {
                yield return Point(name, known);
            }
        }

        foreach (var (status, rate) in load.AnswersPerSecond)
        {
            yield return Point($"status:{status}", rate);
        }
    }

    private static IEnumerable<KeyValuePair<string, float>> OfCosmos(LiveCosmos cosmos)
    {
        yield return Point("provisioned", cosmos.Provisioned);
        yield return Point("requestUnits", cosmos.RequestUnitsPerSecond);
        if (cosmos is { CallsPerOperation: { } calls, RequestUnitsPerOperation: { } units })
        {
            yield return Point("callsPerOperation", calls);
            yield return Point("requestUnitsPerOperation", units);
        }

        foreach (var (status, rate) in cosmos.CallsPerSecond)
        {
            yield return Point($"answers:{status}", rate);
        }

        foreach (var partition in cosmos.Partitions)
        {
            yield return Point($"share:{partition.Id}", partition.Share);
        }
    }

    private static IEnumerable<KeyValuePair<string, float>> OfProcesses(IEnumerable<LiveProcess> processes) =>
        processes.SelectMany(process => new[]
        {
            Point($"cpu:{process.Name}", process.CpuCores), Point($"memory:{process.Name}", process.MemoryMiB),
        });

    /// <summary>Rounds to three decimals, which are enough for a chart and keep the stream small.</summary>
    private static KeyValuePair<string, float> Point(string name, double value) => new(name, (float)Math.Round(value, 3));
}
