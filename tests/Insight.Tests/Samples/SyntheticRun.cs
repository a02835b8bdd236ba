using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Samples;

/// <summary>
/// A run as large and as uneven as a real one, made from a simple model of the four tuning tests: what the report is tried on.
/// </summary>
internal sealed class SyntheticRun(TuningScenario scenario, int seconds, int seed = 1)
{
    private const int Users = 40;
    private const double ThinkMs = 250;
    private const double RestMs = 130;
    private const double CallMs = 48;
    private const double UnitsPerCall = 3.2;

    private readonly Random _random = new(seed);

    private bool OneCall => scenario.PartitionKey == "ownerId";

    private bool Parallel => scenario.MaxConcurrency != 0;

    private int Calls => OneCall ? 1 : TuningScenario.DefaultPartitions;

    private double Budget => (double)scenario.Throughput / TuningScenario.DefaultPartitions;

    private double ServiceMs => OneCall ? CallMs : Parallel ? CallMs * 1.9 : CallMs * Calls;

    public RunRecord Record()
    {
        var load = Enumerable.Range(0, seconds).Select(Second).ToList();
        var requests = load.Sum(second => second.Successful);
        var partitions = Enumerable.Range(0, TuningScenario.DefaultPartitions).Select(id => Partition(id, load)).ToList();
        var throttled = partitions.Sum(partition => partition.Seconds.Sum(second => second.Throttled));
        return new RunRecord(
            SampleRecords.Run.Manifest with
            {
                Scenario = scenario.Name,
                Title = scenario.Title,
                Published = scenario.Published,
                Configuration = scenario.DeliveryFlags,
                ProfileSettings = SimulationProfile.Load(SimulationProfile.Default).Describe(),
            },
            new LoadRecord(
                seconds + 0.2,
                requests,
                0,
                new Dictionary<string, long>(),
                17,
                Summary(load),
                Summary(load),
                Distribution(load),
                new GeneratorRecord(0.3, 1.9, 14.2, 0.17, WasTheLimit: false),
                load,
                [.. Enumerable.Range(1, Users).Select(users => Step(users, requests))])
            {
                Sent = requests + 17,
                ThinkTimeMs = ThinkMs,
            },
            new CosmosRecord(
                OneCall ? "deliveriesByOwnerId" : "deliveriesByDeliveryId",
                $"/{scenario.PartitionKey}",
                scenario.Throughput,
                throttled == 0
                    ? new Dictionary<string, long> { ["200"] = (requests + 17) * Calls }
                    : new Dictionary<string, long> { ["200"] = (requests + 17) * Calls, ["429"] = throttled },
                OneCall ? new Dictionary<string, long>() : new Dictionary<string, long> { ["200"] = requests + 17 },
                requests * Calls * UnitsPerCall,
                partitions)
            {
                TopKeys = OneCall
                    ?
                    [
                        .. Enumerable.Range(1, 20).Select(key =>
                            new LogicalKeyUsage($"owner-{key:0000}", $"{key % 9}", 900.0 / key, 280 / key, 0)),
                    ]
                    : [],
            },
            [
                new ProcessRecord("load-generator", 0.17, 0.31, 140, 160),
                new ProcessRecord("gateway", 0.14, 0.29, 120, 133),
                new ProcessRecord("delivery", 0.41, 0.83, 190, 231),
                new ProcessRecord("package", 0.05, 0.11, 95, 99),
                new ProcessRecord("drone-scheduler", 0.05, 0.1, 94, 98),
                new ProcessRecord("cosmos-emulator", 0.33, 0.6, 410, 433),
            ]);
    }

    public IReadOnlyList<SpanRecord> Spans(int traces) => [.. Enumerable.Range(0, traces).SelectMany(Trace)];

    private StepSummary Step(int users, long requests) => new(users, (double)seconds / Users, requests / Users, 0, 500, 900);

    private SecondSample Second(int second)
    {
        var users = 1 + (second * Users / seconds);
        var wanted = users * 1000 / (RestMs + ServiceMs + ThinkMs);
        var most = Budget / UnitsPerCall * (OneCall ? TuningScenario.DefaultPartitions : 1);
        var rate = Math.Min(wanted, most);
        var mean = Math.Max(RestMs + ServiceMs, (users * 1000 / rate) - ThinkMs) * Noise(0.06);
        var successful = (long)Math.Round(rate * Noise(0.12));
        var p95 = mean * 1.6 * Noise(0.08);
        return new SecondSample(second, users, successful, 0, mean, mean * 0.94, p95)
        {
            Latency = Latency(successful, mean, p95),
        };
    }

    private static byte[] Latency(long requests, double mean, double p95)
    {
        var latency = new LatencyDistribution();
        for (var request = 0; request < requests; request++)
        {
            latency.Record((long)((request * 10 < requests ? p95 : mean) * 1_000), RequestEnd.Success);
        }

        return latency.ToBytes();
    }

    private PartitionRecord Partition(int id, IReadOnlyList<SecondSample> load)
    {
        var share = OneCall ? 1.0 / TuningScenario.DefaultPartitions : 1;
        var perSecond = load.Select(second =>
        {
            var wanted = second.Successful * share * UnitsPerCall * Noise(0.1);
            var throttled = wanted > Budget * 0.97 ? _random.Next(1, 9) : 0;
            var calls = (long)(wanted / UnitsPerCall) + throttled;
            return new PartitionSecond(second.Second, Math.Min(wanted, Budget + 2), calls, throttled);
        });
        return new PartitionRecord($"{id}", Budget, 22_000 + id, [.. perSecond]);
    }

    private IReadOnlyList<SpanRecord> Trace(int number)
    {
        var calls = new List<(int Partition, double At, double Duration, int Status)>();
        var (at, end) = (14.0, 14.0);
        var throttledAt = scenario.Name == "baseline" && number % 3 == 0 ? 4 : -1;
        for (var partition = 0; partition < Calls; partition++)
        {
            if (partition == throttledAt)
            {
                calls.Add((partition, at, 2.5, 429));
                at += 2.5 + 612;
            }

            var duration = CallMs * Noise(0.4);
            calls.Add((partition, at, duration, 200));
            end = Math.Max(end, at + duration);
            at = Parallel ? at + 0.4 : end + 0.6;
        }

        var builder = TraceBuilder.Invoice($"trace{number:000}", end + 13, number * 500L)
            .Call("delivery", "/deliveries/summary", 5.2, 6 * Noise(0.3), "-summary")
            .Call("package", "/packages/summary", 5.3, 7 * Noise(0.3))
            .Call("drone-scheduler", "/drones/summary", 5.4, 8 * Noise(0.3));
        if (!OneCall)
        {
            builder.Plan(8, 4);
        }

        foreach (var call in calls)
        {
            builder.Cosmos($"{call.Partition}", call.At, call.Duration, call.Status, call.Status == 429 ? 612 : null);
        }

        return builder.Spans;
    }

    private static LatencySummary Summary(IReadOnlyList<SecondSample> load) =>
        SampleRecords.Latency(
            load.Sum(second => second.MeanMs.Milliseconds!.Value * second.Successful) / load.Sum(second => second.Successful));

    private IReadOnlyList<DistributionBucket> Distribution(IReadOnlyList<SecondSample> load) =>
        [
            .. load
                .SelectMany(second => Enumerable.Repeat(second.MeanMs.Milliseconds!.Value, (int)second.Successful))
                .Select(mean => Math.Ceiling(mean * Noise(0.3)))
                .GroupBy(ms => ms)
                .OrderBy(bucket => bucket.Key)
                .Select(bucket => new DistributionBucket(bucket.Key, bucket.Count())),
        ];

    private double Noise(double size) => Math.Exp(size * Normal());

    private double Normal() => Enumerable.Range(0, 12).Sum(_ => _random.NextDouble()) - 6;
}
