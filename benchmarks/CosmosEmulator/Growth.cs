using System.Diagnostics;
using System.Globalization;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The server's CPU for a query over many documents in relation to the same query over 20,000, measured in turns.</summary>
internal static class Growth
{
    private const double MaxRatio = 1.2;
    private const int Rounds = 10;

    /// <summary>In each round, unless this many take longer than <see cref="LongestRound"/>: a scan of all documents does.</summary>
    private const int Operations = 1_000;
    private static readonly TimeSpan LongestRound = TimeSpan.FromSeconds(5);
    private const int Parallelism = 4;

    private static readonly DocumentSet Few = new("few", "/deliveryId", Months: 2, PerMonth: 5, Size: 250);
    private static readonly DocumentSet Many = Few with { Container = "many", Months = 200 };

    private static readonly (string Name, Func<Target, DocumentSet, int, Task> Run)[] Queries =
    [
        ("three equalities, 5 rows", Requests.FanOutAsync),
        ("range, 10 rows", Requests.RangeAsync),
        ("equality, 1 row", Requests.EqualityAsync),
        ("ORDER BY, the first 10 rows", Requests.FirstAsync),
    ];

    /// <returns>Whether all ratios are within the limit.</returns>
    public static async Task<bool> MeasureAsync(EmulatorBuild build, CancellationToken cancellationToken)
    {
        await using var target = await Target.StartAsync(build);
        await Few.ImportAsync(target.Process.Address);
        Console.Error.WriteLine($"Importing {Many.Count:N0} documents");
        await Many.ImportAsync(target.Process.Address);
        Console.WriteLine($"\n| Query over 9 partitions | CPU for one, µs: {Few.Count:N0} documents | {Many.Count:N0} | ratio | goal |");
        Console.WriteLine("|---|---:|---:|---:|---:|");
        var met = true;
        foreach (var (name, run) in Queries)
        {
            var (few, many) = (await LoadAsync(target, Few, run), await LoadAsync(target, Many, run));
            await MeasureAsync(target, few, cancellationToken);
            await MeasureAsync(target, many, cancellationToken);
            var (fewCpu, manyCpu) = (0.0, 0.0);
            for (var round = 0; round < Rounds; round++)
            {
                fewCpu += await MeasureAsync(target, few, cancellationToken) / Rounds;
                manyCpu += await MeasureAsync(target, many, cancellationToken) / Rounds;
            }

            met &= manyCpu / fewCpu <= MaxRatio;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {name} | {fewCpu:0} | {manyCpu:0} | **{manyCpu / fewCpu:0.00}** | at most {MaxRatio:0.0} |"));
        }

        return met;
    }

    private static async Task<Workload> LoadAsync(Target target, DocumentSet documents, Func<Target, DocumentSet, int, Task> run)
    {
        // The first one builds indexes.
        await run(target, documents, 0);
        var start = Stopwatch.GetTimestamp();
        await run(target, documents, 1);
        var operations = (int)Math.Clamp(LongestRound / Stopwatch.GetElapsedTime(start), 1, Operations);
        return new(documents.Container, documents, Parallelism, operations, run);
    }

    private static async Task<double> MeasureAsync(Target target, Workload workload, CancellationToken cancellationToken)
    {
        var before = target.Process.ProcessorTime;
        await workload.RunAsync(target, 0, workload.Operations, cancellationToken);
        return (target.Process.ProcessorTime - before).TotalMicroseconds / workload.Operations;
    }
}
