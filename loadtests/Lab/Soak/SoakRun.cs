namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>Puts a constant rate on a target for a long time, and writes a run folder.</summary>
/// <param name="command">The command line that repeats the run.</param>
internal sealed class SoakRun(LoadTarget target, string command, Action<string> say, TimeProvider time)
{
    private const int MaxInFlight = 10_000;
    private const ulong Seed = 20_260_101;

    /// <summary>Enough for samples, and cheap.</summary>
    private const double TracedFraction = 0.01;

    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(30);

    /// <param name="capacity">The capacity that the rate is a share of; null if the rate was given.</param>
    /// <inheritdoc cref="MeasuredRun.RunAsync"/>
    public Task<RunFolder> RunAsync(
        string folder, double rate, double? capacity, TimeSpan duration, CancellationToken cancellationToken)
    {
        say($"{target.Name}: warming up, then {rate:0.#} req/s for {duration.TotalMinutes:0.#} min");
        var plan = new RunPlan(
            Load(rate, duration), client => target.RequestBy(client, LoadVariant.Usual), Describe(rate, capacity, duration))
        {
            Client = target.Configure(new HttpLoadOptions { Connections = MaxInFlight, StreamsPerConnection = 1 }),
            KeptProcessSamples = TimeSpan.MaxValue,
            Seed = Seed,
        };
        return new MeasuredRun(target.Watched, plan, LoadEngine.BuiltIn(time), time)
            .RunWithProgressAsync(folder, say, cancellationToken);
    }

    private static OpenLoopProfile Load(double rate, TimeSpan duration)
    {
        var warmUp = duration / 4 < LongestWarmUp ? duration / 4 : LongestWarmUp;
        var arrivals = ArrivalSchedule.Constant(rate, duration, ArrivalSpacing.Poisson, Seed);
        return new OpenLoopProfile(arrivals, MaxInFlight, Seed)
        {
            // Processes that have just started compile their code: the full rate would build up a queue that never drains.
            WarmUp = ArrivalSchedule.Staged([new ArrivalStage(0, rate, warmUp)], ArrivalSpacing.Poisson, Seed + 1),
            TracedFraction = TracedFraction,
        };
    }

    private RunManifest Describe(double rate, double? capacity, TimeSpan duration)
    {
        var settings = new Dictionary<string, string> { [SoakFigures.RateSetting] = $"{rate}" };
        if (capacity is { } found)
        {
            settings[SoakFigures.CapacitySetting] = $"{found}";
        }

        return new RunManifest
        {
            Lab = SoakStudy.Name, Scenario = SoakStudy.Name, Title = target.Name,
            Mode = $"{duration.TotalMinutes:0.#} min",
            Command = command, Machine = RunManifestBuilder.ExamineMachine(time),
            Configuration = settings,
            Load = $"{rate:0.#} arrivals/s for {duration.TotalMinutes:0.#} min",
        };
    }
}
