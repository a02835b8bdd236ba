namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Generates load on a target: a closed loop at saturation, or an open loop at a constant rate.</summary>
internal sealed class CostLoad(TimeProvider time)
{
    public const int Connections = 64;

    private const string Wrk = "wrk";
    private const int Threads = 2;
    private const int MaxInFlight = 1_000;
    private const ulong Seed = 1;

    private readonly string? _wrk = InstalledProgram.Find(Wrk);

    /// <summary>The load generator that <see cref="SaturateAsync"/> uses.</summary>
    public string ClosedGenerator => _wrk is null ? "the lab's engine" : Wrk;

    /// <summary>A closed loop: every connection sends its next request as soon as the last one is answered.</summary>
    /// <exception cref="LabException">The load could not be generated.</exception>
    public Task<MeasuredLoad> SaturateAsync(RunningTarget running, TimeSpan duration, CancellationToken cancellationToken) =>
        _wrk is { } wrk
            ? RunWrkAsync(wrk, running, duration, cancellationToken)
            : RunAsync(running, AskingUsers(duration), cancellationToken);

    /// <summary>An open loop with evenly spaced arrivals; latency counts from a request's scheduled time.</summary>
    public Task<MeasuredLoad> OfferAsync(
        RunningTarget running, double rate, TimeSpan duration, CancellationToken cancellationToken)
    {
        var arrivals = ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Even, Seed);
        return RunAsync(running, new OpenLoopProfile(arrivals, MaxInFlight, Seed), cancellationToken);
    }

    private static ClosedLoopProfile AskingUsers(TimeSpan duration) => new(
        [LoadStep.Hold(Connections, duration)], ThinkTime.None, TimeSpan.Zero, Connections, SimulatedRoundTrip.None, Seed);

    private async Task<MeasuredLoad> RunAsync(RunningTarget running, LoadProfile load, CancellationToken cancellationToken)
    {
        KeyValuePair<string, string>[] headers = running.Key is { } key ? [new(RunningTarget.KeyHeader, key)] : [];
        var request = new PreparedRequest(HttpMethod.Get, running.Url, headers);
        var options = new HttpLoadOptions { Connections = Connections, AcceptAnyCertificate = true };
        await HttpReach.RequireListenerAsync(running.Url, options, time, cancellationToken);
        using var client = new HttpLoadClient(options, time);
        var result = await new LoadRunner(time).RunAsync(
            load, (_, token) => client.SendAsync(request, token), new RunMonitor(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        var latency = new TimeFigures(result.Latency);
        return new MeasuredLoad(
            result.Completed + result.Failed - result.Unanswered, result.RequestsPerSecond, latency.P50, latency.P99,
            result.Failed + result.Dropped)
        {
            SuccessP99 = TimeFigures.FromSuccesses(result.Latency)?.P99.Milliseconds,
            GeneratorLimit = result.Generator.WasLimit ? string.Join(' ', result.Generator.Limits) : null,
        };
    }

    private static async Task<MeasuredLoad> RunWrkAsync(
        string wrk, RunningTarget running, TimeSpan duration, CancellationToken cancellationToken)
    {
        string[] key = running.Key is { } known ? ["-H", $"{RunningTarget.KeyHeader}: {known}"] : [];
        var start = new ProcessStartInfo(
            wrk,
            [
                $"-t{Threads}", $"-c{Connections}", $"-d{(int)Math.Ceiling(duration.TotalSeconds)}s", "--latency", .. key,
                running.Url.AbsoluteUri,
            ])
        {
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        await using var end = cancellationToken.Register(process.Kill);
        var printed = await process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        cancellationToken.ThrowIfCancellationRequested();
        var report = WrkReport.Read(printed);
        return new MeasuredLoad(
            report.Answered, report.RequestsPerSecond, report.Percentile("50"), report.Percentile("99"), report.Failed);
    }
}

/// <summary>The figures that a load generator reports.</summary>
/// <param name="Answered">Requests with any answer.</param>
/// <param name="Failed">Requests with an error answer or without an answer.</param>
internal sealed record MeasuredLoad(long Answered, double RequestsPerSecond, LatencyValue P50, LatencyValue P99, long Failed)
{
    /// <inheritdoc cref="CostTrial.SuccessP99Ms"/>
    public double? SuccessP99 { get; init; }

    /// <inheritdoc cref="CostTrial.GeneratorLimit"/>
    public string? GeneratorLimit { get; init; }
}

/// <summary>A load, and the CPU time of each of its requests, in microseconds.</summary>
/// <param name="ProxyMicroseconds">The CPU time of the proxy's processes; 0 without a proxy.</param>
internal sealed record MeteredLoad(MeasuredLoad Load, double ProxyMicroseconds, double BackendMicroseconds)
{
    public double CpuMicroseconds => ProxyMicroseconds + BackendMicroseconds;
}
