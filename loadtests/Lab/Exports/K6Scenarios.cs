namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A load as k6 executors: <c>ramping-vus</c>, <c>constant-arrival-rate</c> or <c>ramping-arrival-rate</c>.</summary>
internal static class K6Scenarios
{
    public const string Measured = "measured";

    private const string GracefulStop = "5s";
    private const string NoGracefulStop = "0s";

    public static IReadOnlyDictionary<string, object> FromLoad(ExportedLoad load)
    {
        var scenarios = new Dictionary<string, object>();
        if (load.WarmUp > TimeSpan.Zero)
        {
            scenarios["warm_up"] = load is ExportedUsers users ? WarmUp(users) : WarmUp((ExportedArrivals)load);
        }

        scenarios[Measured] = load switch
        {
            ExportedUsers users => Users(users),
            ExportedArrivals { Profile.Arrivals.Stages: [{ FromRate: var from, ToRate: var to } only] } one when from == to =>
                Constant(one, to, only.Duration, Text(load.WarmUp), GracefulStop),
            _ => Ramping((ExportedArrivals)load),
        };
        return scenarios;
    }

    private static object WarmUp(ExportedUsers load) => new
    {
        executor = "constant-vus",
        vus = load.Profile.WarmUpUsers,
        duration = Text(load.WarmUp),
        gracefulStop = NoGracefulStop,
    };

    private static object WarmUp(ExportedArrivals load) => Constant(
        load, load.Profile.Arrivals.Expected / load.Duration.TotalSeconds, load.WarmUp, startTime: null, NoGracefulStop);

    private static object Users(ExportedUsers load) => new
    {
        executor = "ramping-vus",
        startTime = Text(load.WarmUp),
        startVUs = load.Profile.Steps[0].FromUsers,
        stages = Stages(
            load.Profile.Steps.Select(step => ((double)step.FromUsers, (double)step.Users, step.Duration)), users => (long)users),
        gracefulRampDown = GracefulStop,
        gracefulStop = GracefulStop,
    };

    /// <param name="startTime">Null for the start of the script.</param>
    private static object Constant(
        ExportedArrivals load, double rate, TimeSpan duration, string? startTime, string gracefulStop)
    {
        var unit = K6RateUnit.For([rate]);
        return new
        {
            executor = "constant-arrival-rate",
            startTime,
            rate = unit.Whole(rate),
            timeUnit = unit.Text,
            duration = Text(duration),
            preAllocatedVUs = load.Profile.MaxInFlight,
            gracefulStop,
        };
    }

    private static object Ramping(ExportedArrivals load)
    {
        var stages = load.Profile.Arrivals.Stages;
        var unit = K6RateUnit.For([.. stages.SelectMany(stage => new[] { stage.FromRate, stage.ToRate })]);
        return new
        {
            executor = "ramping-arrival-rate",
            startTime = Text(load.WarmUp),
            startRate = unit.Whole(stages[0].FromRate),
            timeUnit = unit.Text,
            stages = Stages(stages.Select(stage => (stage.FromRate, stage.ToRate, stage.Duration)), unit.Whole),
            preAllocatedVUs = load.Profile.MaxInFlight,
            gracefulStop = GracefulStop,
        };
    }

    /// <summary>A stage of 0 s is a jump.</summary>
    /// <param name="parts">The level at the start and at the end of each stage.</param>
    /// <param name="target">A level as k6 takes it.</param>
    private static IEnumerable<object> Stages(
        IEnumerable<(double From, double To, TimeSpan Duration)> parts, Func<double, long> target)
    {
        double? before = null;
        foreach (var (from, to, duration) in parts)
        {
            if (before is not null && before != from)
            {
                yield return new { duration = "0s", target = target(from) };
            }

            yield return new { duration = Text(duration), target = target(to) };
            before = to;
        }
    }

    private static string Text(TimeSpan time) => $"{time.TotalMilliseconds:0}ms";
}
