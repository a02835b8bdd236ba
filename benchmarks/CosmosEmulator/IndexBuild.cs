using System.Diagnostics;
using System.Globalization;
using MathNet.Numerics.Statistics;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The latency of writes while the emulator builds an index, and without a build, in turns.</summary>
internal static class IndexBuild
{
    private const double MaxRatio = 2;
    private const double Percentile = 0.99;
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(2);
    private static readonly DocumentSet Documents = new("documents", "/deliveryId", Months: 100, PerMonth: 5, Size: 1_000);

    // Paths that no earlier query has used. The last ones are of properties that no document has.
    private static readonly string[] Paths = ["ownerId", "month", "number", "code", "first", "second", "third", "fourth"];

    /// <returns>Whether the ratio is within the limit.</returns>
    public static async Task<bool> MeasureAsync(EmulatorBuild build, CancellationToken cancellationToken)
    {
        await using var target = await Target.StartAsync(build);
        Console.Error.WriteLine($"Importing {Documents.Count:N0} documents");
        await Documents.ImportAsync(target.Process.Address);
        await WriteUntilAsync(target, Task.Delay(Quiet, cancellationToken));
        List<double> without = [], during = [];
        foreach (var path in Paths)
        {
            without.AddRange(await WriteUntilAsync(target, Task.Delay(Quiet, cancellationToken)));
            during.AddRange(await WriteUntilAsync(target, QueryAsync(target, path, cancellationToken)));
        }

        var (alone, disturbed) = (without.Quantile(Percentile), during.Quantile(Percentile));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\n| Upserts in {Documents.Count:N0} documents | number | p50, ms | p99, ms |\n|---|---:|---:|---:|\n"
            + $"| without an index build | {without.Count:N0} | {without.Median():0.00} | {alone:0.00} |\n"
            + $"| during {Paths.Length} index builds | {during.Count:N0} | {during.Median():0.00} | {disturbed:0.00} |\n\n"
            + $"p99 during index builds is **{disturbed / alone:0.00}** times that without (goal: at most {MaxRatio})."));
        return disturbed / alone <= MaxRatio;
    }

    /// <summary>Upserts documents one after another and returns the latencies in milliseconds.</summary>
    private static async Task<List<double>> WriteUntilAsync(Target target, Task end)
    {
        var latencies = new List<double>();
        while (!end.IsCompleted)
        {
            var start = Stopwatch.GetTimestamp();
            await Requests.UpsertAsync(target, Documents, latencies.Count);
            latencies.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        await end;
        return latencies;
    }

    private static async Task QueryAsync(Target target, string path, CancellationToken cancellationToken)
    {
        var options = new QueryRequestOptions { MaxConcurrency = -1 };
        using var pages = target.Find(Documents).GetItemQueryStreamIterator($"SELECT * FROM c WHERE c.{path} = 'none'", null, options);
        while (pages.HasMoreResults)
        {
            using var page = await pages.ReadNextAsync(cancellationToken);
            page.EnsureSuccessStatusCode();
        }
    }
}
