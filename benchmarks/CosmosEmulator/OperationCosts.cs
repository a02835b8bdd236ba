using System.Globalization;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// The server's CPU for one operation: that of each build, and that of a bare Kestrel server with the same responses. They take
/// turns, so that other load on the machine affects all of them.
/// </summary>
internal static class OperationCosts
{
    private const string Peer = "bare Kestrel";

    public static async Task MeasureAsync(IReadOnlyList<EmulatorBuild> builds, int rounds, CancellationToken cancellationToken)
    {
        var targets = new List<Target>();
        try
        {
            foreach (var build in builds)
            {
                targets.Add(await StartAsync(build));
            }

            targets.Add(new(Peer, await RecordedPeer.StartAsync(targets[0].Process.Address)));
            await MeasureAsync(targets, Workload.All, rounds, cancellationToken);
        }
        finally
        {
            foreach (var target in targets)
            {
                await target.DisposeAsync();
            }
        }
    }

    /// <summary>Measures servers that have the documents of all workloads.</summary>
    public static async Task MeasureAsync(
        IReadOnlyList<Target> targets, IEnumerable<Workload> workloads, int rounds, CancellationToken cancellationToken)
    {
        Console.WriteLine($"\n| Server CPU for one operation, µs: median of {rounds} rounds | {string.Join(" | ", Titles(targets))} |");
        Console.WriteLine($"|---|{string.Concat(Titles(targets).Select(_ => "---:|"))}");
        foreach (var workload in workloads)
        {
            Console.WriteLine(Row(workload, targets, await MeasureAsync(workload, targets, rounds, cancellationToken)));
        }
    }

    private static async Task<Target> StartAsync(EmulatorBuild build)
    {
        var target = await Target.StartAsync(build);
        foreach (var documents in Workload.Containers)
        {
            await documents.ImportAsync(target.Process.Address);
            await Requests.FanOutAsync(target, documents, 0);
        }

        return target;
    }

    private static async Task<double[][]> MeasureAsync(
        Workload workload, IReadOnlyList<Target> targets, int rounds, CancellationToken cancellationToken)
    {
        foreach (var target in targets)
        {
            Console.Error.WriteLine($"Warming up {target.Name}: {workload.Name}");
            await workload.RunAsync(target, 0, Workload.Variants, cancellationToken);
        }

        var costs = targets.Select(_ => new double[rounds]).ToArray();
        for (var round = 0; round < rounds; round++)
        {
            for (var place = 0; place < targets.Count; place++)
            {
                var index = (round + place) % targets.Count;
                var process = targets[index].Process;
                var before = process.ProcessorTime;
                await workload.RunAsync(targets[index], round * workload.Operations, workload.Operations, cancellationToken);
                costs[index][round] = (process.ProcessorTime - before).TotalMicroseconds / workload.Operations;
            }

            Console.Error.WriteLine(
                $"{workload.Name}: {string.Join(", ", targets.Zip(costs, (target, cost) => $"{target.Name} {cost[round]:0} µs"))}");
        }

        return costs;
    }

    private static IEnumerable<string> Titles(IReadOnlyList<Target> targets) =>
        [targets[0].Name, .. targets.Skip(1).SelectMany(target => (string[])[target.Name, "ratio (minimum, maximum)"])];

    /// <summary>Ratios are of the same round, because rounds differ more than servers do.</summary>
    private static string Row(Workload workload, IReadOnlyList<Target> targets, double[][] costs)
    {
        var cells = new List<string> { workload.Name, Format($"{costs[0].Median():0}") };
        foreach (var others in costs.Skip(1))
        {
            var ratios = costs[0].Zip(others, (own, other) => own / other).ToArray();
            cells.Add(Format($"{others.Median():0}"));
            cells.Add(Format($"**{ratios.Median():0.00}** ({ratios.Min():0.00}, {ratios.Max():0.00})"));
        }

        return $"| {string.Join(" | ", cells)} |";
    }

    private static string Format(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
