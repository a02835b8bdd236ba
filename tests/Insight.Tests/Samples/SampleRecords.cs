using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Samples;

/// <summary>A small run with round figures, to be changed by <c>with</c>.</summary>
internal static class SampleRecords
{
    public static readonly PublishedFigures PublishedBaseline = TuningLab.Baseline.Published! with { Raw = null };
    public static readonly PublishedFigures PublishedOwnerKey = TuningLab.OwnerKey.Published! with { Raw = null };

    /// <summary>1,000 requests sent in 50 s by 20.5 users on average: 980 successful, 15 failed, 5 cut off.</summary>
    public static RunRecord Run { get; } = new(Manifest(), Load(), Cosmos(), [new ProcessRecord("delivery", 0.5, 0.9, 180, 210)]);

    public static RunRecord Baseline { get; } = Run with { Manifest = Run.Manifest with { Published = PublishedBaseline } };

    public static RunRecord OwnerKey { get; } = Run with
    {
        Manifest = Run.Manifest with { Scenario = "owner-key", Title = "Test 4: partition key", Published = PublishedOwnerKey },
        Load = Run.Load with { Latency = Latency(177) },
    };

    /// <summary>The same run by an engine that measures less than the built-in one.</summary>
    public static RunRecord OtherEngine { get; } = Run with
    {
        Manifest = Run.Manifest with { Engine = "NBomber 4.1.2" },
        Load = Run.Load with
        {
            Latency = Run.Load.Latency with { P90Ms = null, P999Ms = null, P9999Ms = null, MaxMs = null },
            ServiceTime = null,
            Distribution = [],
            Generator = new GeneratorRecord(null, null, null, 0.2, WasTheLimit: false),
        },
    };

    public static LatencySummary Latency(double mean) => new()
    {
        MeanMs = mean,
        P50Ms = mean * 0.9,
        P75Ms = mean * 1.2,
        P90Ms = mean * 1.5,
        P95Ms = mean * 1.8,
        P99Ms = mean * 2.5,
        P999Ms = mean * 3,
        P9999Ms = mean * 3.5,
        MaxMs = mean * 4,
    };

    /// <summary>The container has exactly as many request units as are enough.</summary>
    public static Prediction Prediction(
        double requestsPerSecond, double meanMs, double requestUnitsPerOperation, double requestUnitsPerSecond = 900) =>
        new(requestsPerSecond, meanMs, requestUnitsPerOperation, requestUnitsPerSecond)
        {
            EnoughRequestUnitsPerSecond = requestUnitsPerSecond,
            Model = "",
        };

    private static RunManifest Manifest() => new()
    {
        Lab = "tuning",
        Scenario = "baseline",
        Title = "Test 1: baseline",
        StartedAt = new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero),
        Profile = "article",
        ProfileSettings = new Dictionary<string, string> { ["Think time, mean (exponential)"] = "300 ms" },
        Mode = "quick",
        Command = "lab tuning",
        Commit = "0123abcd",
        Machine = new MachineInfo("Linux", "X64", 2, 7.8, ".NET 10.0"),
        Configuration = new Dictionary<string, string> { ["--partition-key"] = "deliveryId", ["--throughput"] = "900" },
        Load = "1 to 40 users in 40 steps of 1.25 s",
        Flags = new Dictionary<Setting, string>
        {
            [Setting.Throughput] = "--throughput",
            [Setting.MaxConcurrency] = "--max-concurrency",
            [Setting.PartitionKey] = "--partition-key",
            [Setting.Connections] = "--cosmos-connections",
        },
    };

    private static LoadRecord Load() => new(
        50,
        980,
        15,
        new Dictionary<string, long> { ["HTTP 503"] = 15 },
        5,
        Latency(700),
        Latency(580),
        [new DistributionBucket(400, 490), new DistributionBucket(900, 480), new DistributionBucket(2_000, 10)],
        new GeneratorRecord(0.4, 2.1, 9.3, 0.2, WasTheLimit: false),
        [.. Enumerable.Range(0, 50).Select(second => new SecondSample(second, second, 20, 0, 700, 650, 1_200))],
        [.. Enumerable.Range(1, 40).Select(users => new StepSummary(users, 1.25, 24, 0, 700, 1_200))])
    {
        Sent = 1_000,
        ThinkTimeMs = 250,
    };

    private static CosmosRecord Cosmos() => new(
        "deliveriesByDeliveryId",
        "/deliveryId",
        900,
        new Dictionary<string, long> { ["200"] = 9_000, ["429"] = 360 },
        new Dictionary<string, long> { ["200"] = 1_000 },
        28_800,
        [
            .. Enumerable.Range(0, 9).Select(id => new PartitionRecord(
                $"{id}", 100, 22_222, [.. Enumerable.Range(0, 50).Select(second => Second(second, id))])),
        ]);

    private static PartitionSecond Second(int second, int partition) => new(second, 60 + partition, 20, partition == 8 ? 1 : 0);
}
