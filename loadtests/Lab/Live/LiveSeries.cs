namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Converts a snapshot to named numbers, which the charts show over time. The page uses the same names.</summary>
internal static class LiveSeries
{
    private const double BytesInMegabyte = 1_000_000;

    public static IEnumerable<KeyValuePair<string, float>> FromSnapshot(LiveSnapshot snapshot) =>
    [
        .. LoadPoints(snapshot.Load),
        .. snapshot.Cosmos is { } cosmos ? CosmosPoints(cosmos) : [],
        .. ProcessPoints(snapshot.Processes),
        .. PointIfKnown("loopback", snapshot.LoopbackBytesPerSecond / BytesInMegabyte),
        .. snapshot.UsagePerSecond.Select(key => Point($"usage:{key.Key}", key.Value)),
    ];

    private static IEnumerable<KeyValuePair<string, float>> LoadPoints(LiveLoad load) =>
    [
        Point("users", load.Users),
        Point("inFlight", load.InFlight),
        Point("requests", load.RequestsPerSecond),
        Point("errors", load.ErrorsPerSecond),
        .. LatencyPoints("p50", load.P50Ms),
        .. LatencyPoints("p95", load.P95Ms),
        .. LatencyPoints("p99", load.P99Ms),
        .. load.AnswersPerSecond.Select(status => Point($"status:{status.Key}", status.Value)),
    ];

    private static IEnumerable<KeyValuePair<string, float>> CosmosPoints(LiveCosmos cosmos) =>
    [
        Point("provisioned", cosmos.Provisioned),
        Point("requestUnits", cosmos.RequestUnitsPerSecond),
        .. PointIfKnown("callsPerOperation", cosmos.CallsPerOperation),
        .. PointIfKnown("requestUnitsPerOperation", cosmos.RequestUnitsPerOperation),
        .. cosmos.CallsPerSecond.Select(status => Point($"answers:{status.Key}", status.Value)),
        .. cosmos.Partitions.Select(partition => Point($"share:{partition.Id}", partition.Share)),
    ];

    private static IEnumerable<KeyValuePair<string, float>> ProcessPoints(IEnumerable<LiveProcess> processes) =>
        processes.SelectMany(process => new[]
        {
            Point($"cpu:{process.Name}", process.CpuCores), Point($"memory:{process.Name}", process.MemoryMiB),
        }.Concat(PointIfKnown($"disk:{process.Name}", process.DiskBytesPerSecond / BytesInMegabyte)));

    /// <summary>A lower bound has a second point, from which the page writes "at least".</summary>
    private static IEnumerable<KeyValuePair<string, float>> LatencyPoints(string name, LatencyValue value) =>
        [.. PointIfKnown(name, value.Milliseconds), .. PointIfKnown($"atLeast:{name}", value.AtLeast ? 1 : null)];

    private static KeyValuePair<string, float>[] PointIfKnown(string name, double? value) =>
        value is { } known ? [Point(name, known)] : [];

    /// <summary>Rounds to three decimals, which are enough for a chart and keep the stream small.</summary>
    private static KeyValuePair<string, float> Point(string name, double value) => new(name, (float)Math.Round(value, 3));
}
