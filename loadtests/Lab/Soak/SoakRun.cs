using System.Globalization;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>Runs a constant rate for a long time, and samples memory, handles, threads and latency.</summary>
internal sealed class SoakRun(LoadTarget target, Action<string> say, TimeProvider time)
{
    private const int MaxInFlight = 10_000;
    private const int Stretches = 100;
    private const ulong Seed = 20_260_101;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan SampleInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(30);

    /// <summary>A run that was cancelled, or whose target failed, returns its results so far.</summary>
    /// <param name="capacity">The capacity that the rate is a share of; null if the rate was given.</param>
    public async Task<SoakRecord> RunAsync(
        double rate, double? capacity, TimeSpan duration, string command, CancellationToken cancellationToken)
    {
        say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{target.Name}: warming up, then {rate:0.#} req/s for {duration.TotalSeconds:0} s"));
        var envelope = await RunManifestBuilder.BeginAsync(
            SoakStudy.Name, $"soak, {target.Name}", command, time, cancellationToken);
        var sampler = new SoakSampler(
            [.. target.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], SampleInterval, time);
        var start = CpuReading.Now();
        var (load, failure) = await WatchAsync(rate, duration, sampler, cancellationToken);
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
            load.MeasuredDuration.TotalSeconds,
            load.Completed,
            load.Failed,
            load.Figures.Dropped,
            load.CutOff,
            [.. LatencyStretches.Series(load.Seconds, Stretches), .. sampler.Series().OrderBy(
                series => series.Figure, StringComparer.Ordinal)]);
    }

    private async Task<(LoadResult Load, string? Failure)> WatchAsync(
        double rate, TimeSpan duration, SoakSampler sampler, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var watching = new CancellationTokenSource();
        var (failure, monitor) = (target.WaitForFailureAsync(stop.Token), new RunMonitor());
        var watchers = Task.CompletedTask;
        var load = LoadAsync(rate, duration, monitor, () => watchers = sampler.RunAsync(watching.Token), stop.Token);
        var progress = SayAsync(monitor, duration, watching.Token);
        var failed = await FirstToEnd.IsFailureAsync(load, failure, time, cancellationToken);
        await stop.CancelAsync();
        await ((Task)load).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await watching.CancelAsync();
        await Task.WhenAll(watchers, progress);
        return (await load, failed ? await failure : null);
    }

    private async Task<LoadResult> LoadAsync(
        double rate,
        TimeSpan duration,
        RunMonitor monitor,
        Action startWatching,
        CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(MaxInFlight, RequestTimeout, time);
        var warmUp = duration / 4 < LongestWarmUp ? duration / 4 : LongestWarmUp;
        var arrivals = ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Poisson, Seed);
        var profile = new OpenLoopProfile(arrivals, MaxInFlight, Seed)
        {
            // Processes that have just started compile their code: the full rate would build up a queue that never drains.
            WarmUp = ArrivalSchedule.Staged([new ArrivalStage(0, rate, warmUp)], ArrivalSpacing.Poisson, Seed + 1),
        };
        var runner = new OpenLoopRunner(time)
        {
            BeforeMeasuring = _ =>
            {
                startWatching();
                return ValueTask.CompletedTask;
            },
        };
        return await runner.RunAsync(profile, target.RequestBy(client, LoadVariant.Usual), monitor, cancellationToken);
    }

    private static string Text(LatencyValue latency) => latency.ToText(ms => ms.ToString("0", CultureInfo.InvariantCulture));

    private async Task SayAsync(RunMonitor monitor, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var ticks = new PeriodicTimer(SayInterval, time);
        try
        {
            while (await ticks.WaitForNextTickAsync(cancellationToken))
            {
                var now = monitor.Snapshot();
                say(string.Create(
                    CultureInfo.InvariantCulture,
                    $"  {now.Elapsed.TotalSeconds,5:0} of {duration.TotalSeconds:0} s  {now.RequestsPerSecond,6:0.0} req/s  p50 "
                    + $"{Text(now.P50Ms),4} ms  p99 {Text(now.P99Ms),4} ms  errors {now.Failed}"));
            }
        }
        catch (OperationCanceledException)
        {
            return;
        }
    }
}
