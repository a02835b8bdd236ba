using System.Globalization;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// A load as k6's executors: users are <c>ramping-vus</c>, arrivals <c>constant-</c> or <c>ramping-arrival-rate</c>.
/// </summary>
internal static class K6Scenarios
{
    public const string Measured = "measured";

    private const string GracefulStop = "5s";
    private const int UnitSeconds = 60;

    public static IReadOnlyDictionary<string, object> Of(ExportedLoad load)
    {
        var scenarios = new Dictionary<string, object>();
        if (load.WarmUp > TimeSpan.Zero)
        {
            scenarios["warm_up"] = WarmUp(load);
        }

        scenarios[Measured] = load switch
        {
            ExportedUsers users => Users(users),
            ExportedArrivals { Stages: [{ FromRate: var from, ToRate: var to } only] } one when from == to =>
                Constant(one, to, only.Duration),
            ExportedArrivals arrivals => Ramping(arrivals),
            _ => throw new ArgumentException($"There is no executor for {load}.", nameof(load)),
        };
        return scenarios;
    }

    private static object WarmUp(ExportedLoad load) => load switch
    {
        ExportedUsers users => new
        {
            executor = "constant-vus",
            vus = users.WarmUpUsers,
            duration = Text(load.WarmUp),
            gracefulStop = "0s",
        },
        ExportedArrivals arrivals => new
        {
            executor = "constant-arrival-rate",
            rate = Rate(arrivals.Stages.Sum(stage => stage.Arrivals) / load.Duration.TotalSeconds),
            timeUnit = Unit,
            duration = Text(load.WarmUp),
            preAllocatedVUs = arrivals.MaxInFlight,
            gracefulStop = "0s",
        },
        _ => throw new ArgumentException($"There is no executor for {load}.", nameof(load)),
    };

    private static object Users(ExportedUsers load) => new
    {
        executor = "ramping-vus",
        startTime = Text(load.WarmUp),
        startVUs = load.Steps[0].FromUsers,
        stages = load.Steps.Index().SelectMany(each => Stages(load.Steps, each.Index)).ToList(),
        gracefulRampDown = GracefulStop,
        gracefulStop = GracefulStop,
    };

    /// <summary>A stage of no length is a jump.</summary>
    private static IEnumerable<object> Stages(IReadOnlyList<LoadStep> steps, int index)
    {
        var before = index == 0 ? steps[0].FromUsers : steps[index - 1].Users;
        if (before != steps[index].FromUsers)
        {
            yield return new { duration = "0s", target = steps[index].FromUsers };
        }

        yield return new { duration = Text(steps[index].Duration), target = steps[index].Users };
    }

    private static object Constant(ExportedArrivals load, double rate, TimeSpan duration) => new
    {
        executor = "constant-arrival-rate",
        startTime = Text(load.WarmUp),
        rate = Rate(rate),
        timeUnit = Unit,
        duration = Text(duration),
        preAllocatedVUs = load.MaxInFlight,
        gracefulStop = GracefulStop,
    };

    private static object Ramping(ExportedArrivals load) => new
    {
        executor = "ramping-arrival-rate",
        startTime = Text(load.WarmUp),
        startRate = Rate(load.Stages[0].FromRate),
        timeUnit = Unit,
        stages = load.Stages.Index().SelectMany(each => Stages(load, each.Index)).ToList(),
        preAllocatedVUs = load.MaxInFlight,
        gracefulStop = GracefulStop,
    };

    private static IEnumerable<object> Stages(ExportedArrivals load, int index)
    {
        var stage = load.Stages[index];
        if ((index == 0 ? stage.FromRate : load.Stages[index - 1].ToRate) != stage.FromRate)
        {
            yield return new { duration = "0s", target = Rate(stage.FromRate) };
        }

        yield return new { duration = Text(stage.Duration), target = Rate(stage.ToRate) };
    }

    // k6 takes whole rates only: by the minute they are 60 times as fine.
    private static string Unit { get; } = FormattableString.Invariant($"{UnitSeconds}s");

    private static long Rate(double perSecond) => (long)Math.Round(perSecond * UnitSeconds);

    private static string Text(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0}ms");
}
