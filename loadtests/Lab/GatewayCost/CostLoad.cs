namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Generates load on a target: a closed loop at saturation, or an open loop at a constant rate.</summary>
/// <param name="watchesWrites">Whether requests near writes of usage are compared with others, which wrk cannot do.</param>
internal sealed class CostLoad(bool watchesWrites, TimeProvider time)
{
    /// <summary>The smallest number of connections of a warm-up and of an open loop.</summary>
    public const int ManyConnections = 64;

    private const string Wrk = "wrk";
    private const int MaxThreads = 2;
    private const int MaxInFlight = 1_000;
    private const ulong Seed = 1;

    private readonly string? _wrk = watchesWrites ? null : InstalledProgram.Find(Wrk);

    /// <summary>The load generator that <see cref="SaturateAsync"/> uses.</summary>
    public string ClosedGenerator => _wrk is null ? "the lab's engine" : Wrk;

    /// <summary>A closed loop: every connection sends its next request as soon as the last one is answered.</summary>
    /// <returns>A trial without target, round and CPU times, as from <see cref="OfferAsync"/>.</returns>
    /// <exception cref="LabException">The load could not be generated.</exception>
    public Task<CostTrial> SaturateAsync(
        RunningTarget running, int connections, TimeSpan duration, CancellationToken cancellationToken) => _wrk is { } wrk
            ? RunWrkAsync(wrk, running, connections, duration, cancellationToken)
            : RunAsync(
                running,
                connections,
                new ClosedLoopProfile(
                    [LoadStep.Hold(connections, duration)], ThinkTime.None, TimeSpan.Zero, connections, SimulatedRoundTrip.None,
                    Seed),
                cancellationToken);

    /// <summary>An open loop with evenly spaced arrivals; latency counts from a request's scheduled time.</summary>
    public Task<CostTrial> OfferAsync(
        RunningTarget running, int connections, double rate, TimeSpan duration, CancellationToken cancellationToken)
    {
        var arrivals = ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Even, Seed);
        return RunAsync(running, connections, new OpenLoopProfile(arrivals, MaxInFlight, Seed), cancellationToken);
    }

    private async Task<CostTrial> RunAsync(
        RunningTarget running, int connections, LoadProfile load, CancellationToken cancellationToken)
    {
        KeyValuePair<string, string>[] headers = running.Key is { } key ? [new(RunningTarget.KeyHeader, key)] : [];
        var request = new PreparedRequest(HttpMethod.Get, running.Url, headers);
        var options = new HttpLoadOptions { Connections = connections, AcceptAnyCertificate = true };
        await HttpReach.RequireListenerAsync(running.Url, options, time, cancellationToken);
        using var client = new HttpLoadClient(options, time);
        await using var watch = watchesWrites && running.Database is { } database ? new WriteWatch(database, time) : null;
        var result = await new LoadRunner(time) { Observe = watch is null ? null : watch.Observe }.RunAsync(
            load, (_, token) => client.SendAsync(request, token), new RunMonitor(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        var latency = new TimeFigures(result.Latency);
        return new CostTrial(result.RequestsPerSecond, latency.P50, latency.P99, result.Failed + result.Dropped)
        {
            P75Ms = latency.P75,
            P90Ms = latency.P90,
            Answered = result.Completed + result.Failed - result.Unanswered,
            SuccessP99Ms = TimeFigures.FromSuccesses(result.Latency)?.P99.Milliseconds,
            P999Ms = latency.P999,
            MaxMs = latency.Max,
            GeneratorLimit = result.Generator.WasLimit ? string.Join(' ', result.Generator.Limits) : null,
            Writes = watch is null ? null : await watch.StopAsync(),
        };
    }

    private static async Task<CostTrial> RunWrkAsync(
        string wrk, RunningTarget running, int connections, TimeSpan duration, CancellationToken cancellationToken)
    {
        string[] key = running.Key is { } known ? ["-H", $"{RunningTarget.KeyHeader}: {known}"] : [];
        var start = new ProcessStartInfo(
            wrk,
            [
                $"-t{Math.Min(MaxThreads, connections)}", $"-c{connections}", $"-d{(int)Math.Ceiling(duration.TotalSeconds)}s",
                "--latency", .. key, running.Url.AbsoluteUri,
            ])
        {
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        await using var end = cancellationToken.Register(process.Kill);
        var printed = await process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        cancellationToken.ThrowIfCancellationRequested();
        var report = WrkReport.Read(printed);
        return new CostTrial(report.RequestsPerSecond, report.Percentile("50"), report.Percentile("99"), report.Failed)
        {
            P75Ms = report.Percentile("75"),
            P90Ms = report.Percentile("90"),
            Answered = report.Answered,
        };
    }
}
