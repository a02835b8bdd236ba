using System.Diagnostics;
using System.Globalization;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>Start, import, idle CPU and memory of each build. Each round starts new processes.</summary>
/// <param name="Memory">The resident memory in relation to the bytes of imported JSON.</param>
/// <param name="MemorySmall">The same with documents of 250 B.</param>
/// <param name="MemoryGrowth">The bytes by which resident memory grows for each of many reads and queries.</param>
internal sealed record ProcessCosts(
    double StartSeconds,
    double StartCpuSeconds,
    double ImportSeconds,
    double ImportCpuSeconds,
    double IdleCpuMsPerSecond,
    double Memory,
    double MemorySmall,
    double MemoryGrowth)
{
    private static readonly DocumentSet Documents = new("documents", "/deliveryId", Months: 20, PerMonth: 5, Size: 1_000);
    private static readonly Workload Mixed = new(
        "nine reads for each fan-out", Documents, 32, 100_000,
        (target, documents, number) => number % 10 == 0
            ? Requests.FanOutAsync(target, documents, number)
            : Requests.ReadAsync(target, documents, number));

    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(5);

    private static readonly (string Name, Func<ProcessCosts, double> Value, string Format)[] Figures =
    [
        ("start until it listens, s", costs => costs.StartSeconds, "0.00"),
        ("CPU of the start, s", costs => costs.StartCpuSeconds, "0.00"),
        ($"import of {Documents.Count:N0} documents of 1 KB, s", costs => costs.ImportSeconds, "0.00"),
        ("CPU of the import, s", costs => costs.ImportCpuSeconds, "0.00"),
        ("idle CPU, ms/s", costs => costs.IdleCpuMsPerSecond, "0.0"),
        ("memory / JSON, 1 KB, three indexed paths", costs => costs.Memory, "0.00"),
        ("memory / JSON, 250 B, three indexed paths", costs => costs.MemorySmall, "0.00"),
        ($"growth of memory for each of {Mixed.Operations:N0} operations ({Mixed.Name}), B", costs => costs.MemoryGrowth, "0"),
    ];

    public static async Task MeasureAsync(IReadOnlyList<EmulatorBuild> builds, int rounds, CancellationToken cancellationToken)
    {
        var all = builds.Select(_ => new List<ProcessCosts>()).ToArray();
        for (var round = 0; round < rounds; round++)
        {
            for (var place = 0; place < builds.Count; place++)
            {
                var index = (round + place) % builds.Count;
                Console.Error.WriteLine($"Processes, round {round + 1} of {rounds}: {builds[index].Name}");
                all[index].Add(await MeasureAsync(builds[index], cancellationToken));
            }
        }

        Console.WriteLine($"\n| Process, median of {rounds} rounds (minimum, maximum) | {string.Join(" | ", builds.Select(build => build.Name))} |");
        Console.WriteLine($"|---|{string.Concat(builds.Select(_ => "---:|"))}");
        foreach (var (name, value, format) in Figures)
        {
            Console.WriteLine($"| {name} | {string.Join(" | ", all.Select(costs => Cell(costs.Select(value), format)))} |");
        }
    }

    private static async Task<ProcessCosts> MeasureAsync(EmulatorBuild build, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        await using var target = await Target.StartAsync(build);
        var (started, startCpu) = (Stopwatch.GetElapsedTime(start), target.Process.ProcessorTime);
        var import = await Documents.ImportAsync(target.Process.Address);
        var importCpu = target.Process.ProcessorTime - startCpu;
        var memory = await MeasureMemoryAsync(target, Documents, import, cancellationToken);
        var before = target.Process.ProcessorTime;
        await Task.Delay(Settle, cancellationToken);
        var idle = target.Process.ProcessorTime - before;
        var growth = await MeasureGrowthAsync(target, cancellationToken);

        await using var other = await Target.StartAsync(build);
        var small = Documents with { Size = 250 };
        var importSmall = await small.ImportAsync(other.Process.Address);
        return new(
            started.TotalSeconds,
            startCpu.TotalSeconds,
            import.Duration.TotalSeconds,
            importCpu.TotalSeconds,
            idle.TotalMilliseconds / Settle.TotalSeconds,
            memory,
            await MeasureMemoryAsync(other, small, importSmall, cancellationToken),
            growth);
    }

    private static async Task<double> MeasureMemoryAsync(
        Target target, DocumentSet documents, ImportTime import, CancellationToken cancellationToken)
    {
        await Requests.FanOutAsync(target, documents, 0);
        await Task.Delay(Settle, cancellationToken);
        return (double)target.Process.ResidentBytes / import.Bytes;
    }

    /// <summary>As many operations before are not measured: they fill caches and pools.</summary>
    private static async Task<double> MeasureGrowthAsync(Target target, CancellationToken cancellationToken)
    {
        await Mixed.RunAsync(target, 0, Mixed.Operations, cancellationToken);
        var before = target.Process.ResidentBytes;
        await Mixed.RunAsync(target, Mixed.Operations, Mixed.Operations, cancellationToken);
        return (double)(target.Process.ResidentBytes - before) / Mixed.Operations;
    }

    private static string Cell(IEnumerable<double> values, string format)
    {
        double[] all = [.. values];
        return $"{Text(all.Median())} ({Text(all.Min())}, {Text(all.Max())})";

        string Text(double value) => value.ToString(format, CultureInfo.InvariantCulture);
    }
}
