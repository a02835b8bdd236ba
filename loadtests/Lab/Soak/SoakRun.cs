using DroneDelivery.LoadTests.Lab.Cpu;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>Runs a constant rate for a long time, and samples memory, handles, threads and latency.</summary>
internal sealed class SoakRun(LoadTarget target, Action<string> say, TimeProvider time)
{
    private const int MaxInFlight = 10_000;
    private const int Stretches = 100;
    private const ulong Seed = 20_260_101;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(30);

    /// <summary>A run that was cancelled, or whose target failed, returns its results so far.</summary>
    /// <param name="capacity">The capacity that the rate is a share of; null if the rate was given.</param>
    public async Task<SoakRecord> RunAsync(
        double rate, double? capacity, TimeSpan duration, string command, CancellationToken cancellationToken)
    {
        say($"{target.Name}: warming up, then {rate:0.#} req/s for {duration.TotalSeconds:0} s");
        var envelope = RunManifestBuilder.Begin(SoakStudy.Name, $"soak, {target.Name}", command, time);
        var processes = new ProcessUsageSampler(
            [.. target.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], time, kept: TimeSpan.MaxValue);
        var start = CpuReading.Now();
        var (load, failure) = await FirstToEnd.RunAsync(
            target.WaitForFailureAsync, token => LoadAsync(rate, duration, processes, token), time, cancellationToken);
        var machine = CpuReading.Between(start, CpuReading.Now(), knowsSystem: target.Processes.Count > 0);
        return new SoakRecord(
            envelope.WithMachineLoad(machine) with
            {
                StartedAt = load.StartedAt,
                Interrupted = load.Interrupted,
                Failure = failure,
            },
            target.Name,
            rate,
            capacity,
            load.Elapsed.TotalSeconds,
            load.Completed,
            load.Failed,
            load.Dropped,
            load.CutOff,
            [.. LatencyStretches.Series(load.Seconds, Stretches), .. ProcessSeries(processes)]);
    }

    /// <summary>Memory, handles and threads of each process, once a second.</summary>
    private static IEnumerable<SoakSeries> ProcessSeries(ProcessUsageSampler processes) =>
        from figure in new (string Name, string Unit, Func<ProcessReading, double?> Value)[]
        {
            ("open handles", "", reading => reading.Handles),
            ("resident memory", "MiB", reading => reading.MemoryMiB),
            ("threads", "", reading => reading.Threads),
        }
        from process in processes.Readings().GroupBy(reading => reading.Process)
        let points = process.Select(reading => new SoakPoint(reading.Second, figure.Value(reading.AtEnd)))
            .Where(point => point.Value is not null).ToList()
        where points.Count > 0
        select new SoakSeries(process.Key, figure.Name, figure.Unit, points);

    private async Task<LoadResult> LoadAsync(
        double rate, TimeSpan duration, ProcessUsageSampler processes, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(MaxInFlight, RequestTimeout, time);
        using var watching = new CancellationTokenSource();
        var warmUp = duration / 4 < LongestWarmUp ? duration / 4 : LongestWarmUp;
        var arrivals = ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Poisson, Seed);
        var profile = new OpenLoopProfile(arrivals, MaxInFlight, Seed)
        {
            // Processes that have just started compile their code: the full rate would build up a queue that never drains.
            WarmUp = ArrivalSchedule.Staged([new ArrivalStage(0, rate, warmUp)], ArrivalSpacing.Poisson, Seed + 1),
        };
        var (monitor, sampling) = (new RunMonitor(), Task.CompletedTask);
        var runner = new LoadRunner(time)
        {
            BeforeMeasuring = _ =>
            {
                sampling = processes.RunAsync(watching.Token);
                return ValueTask.CompletedTask;
            },
        };
        var progress = SayAsync(monitor, duration, watching.Token);
        try
        {
            return await runner.RunAsync(profile, target.RequestBy(client, LoadVariant.Usual), monitor, cancellationToken);
        }
        finally
        {
            await watching.CancelAsync();
            await Task.WhenAll(sampling, progress);
        }
    }

    private static string Text(LatencyValue latency) => latency.ToText(ms => $"{ms:0}");

    private async Task SayAsync(RunMonitor monitor, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var ticks = new PeriodicTimer(SayInterval, time);
        await using var end = cancellationToken.Register(ticks.Dispose);
        while (await ticks.WaitForNextTickAsync(CancellationToken.None))
        {
            var now = monitor.Snapshot();
            say($"  {now.Elapsed.TotalSeconds,5:0} of {duration.TotalSeconds:0} s  {now.RequestsPerSecond,6:0.0} req/s  "
                + $"p50 {Text(now.P50Ms),4} ms  p99 {Text(now.P99Ms),4} ms  errors {now.Failed}");
        }
    }
}
