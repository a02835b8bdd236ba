namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Describes settings in words.</summary>
internal static class SettingsText
{
    /// <summary>The differences, for example <c>users 20 → 40, RU/s 900 → 2500</c>.</summary>
    public static string Describe(LiveSettings before, LiveSettings after) =>
        string.Join(
            ", ",
            Pairs(before, after)
                .Where(pair => pair.Before != pair.After)
                .Select(pair => $"{pair.Name} {pair.Before} → {pair.After}"));

    private static IEnumerable<(string Name, string Before, string After)> Pairs(LiveSettings before, LiveSettings after) =>
    [
        ("partition key", before.PartitionKey, after.PartitionKey),
        ("partitions at once", Text(before.MaxConcurrency), Text(after.MaxConcurrency)),
        ("RU/s", Text(before.Throughput), Text(after.Throughput)),
        ("database latency in ms", Text(before.LatencyMeanMs), Text(after.LatencyMeanMs)),
        ("broken", before.Fault, after.Fault),
        ("users", Text(before.Users), Text(after.Users)),
    ];

    private static string Text(double value) => FormattableString.Invariant($"{value}");
}
