using System.Globalization;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A load as k6 executors: <c>ramping-vus</c>, <c>constant-arrival-rate</c> or <c>ramping-arrival-rate</c>.</summary>
internal static class K6Scenarios
{
    public const string Measured = "measured";

    private const string GracefulStop = "5s";

    public static IReadOnlyDictionary<string, object> FromLoad(ExportedLoad load)
    {
        var scenarios = new Dictionary<string, object>();
        if (load.WarmUp > TimeSpan.Zero)
        {
            scenarios["warm_up"] = WarmUp(load);
        }

        scenarios[Measured] = load switch
        {
            ExportedUsers users => Users(users),
            ExportedArrivals { Profile.Arrivals.Stages: [{ FromRate: var from, ToRate: var to } only] } one when from == to =>
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
            vus = users.Profile.WarmUpUsers,
            duration = Text(load.WarmUp),
            gracefulStop = "0s",
        },
        ExportedArrivals arrivals => ConstantWarmUp(
            arrivals, arrivals.Profile.Arrivals.Expected / load.Duration.TotalSeconds),
        _ => throw new ArgumentException($"There is no executor for {load}.", nameof(load)),
    };

    private static object ConstantWarmUp(ExportedArrivals load, double rate)
    {
        var unit = K6RateUnit.For([rate]);
        return new
        {
            executor = "constant-arrival-rate",
            rate = unit.Whole(rate),
            timeUnit = unit.Text,
            duration = Text(load.WarmUp),
            preAllocatedVUs = load.Profile.MaxInFlight,
            gracefulStop = "0s",
        };
    }

    private static object Users(ExportedUsers load) => new
    {
        executor = "ramping-vus",
        startTime = Text(load.WarmUp),
        startVUs = load.Profile.Steps[0].FromUsers,
        stages = load.Profile.Steps.Index().SelectMany(each => Stages(load.Profile.Steps, each.Index)).ToList(),
        gracefulRampDown = GracefulStop,
        gracefulStop = GracefulStop,
    };

    /// <summary>A stage of 0 s is a jump.</summary>
    private static IEnumerable<object> Stages(IReadOnlyList<LoadStep> steps, int index)
    {
        var before = index == 0 ? steps[0].FromUsers : steps[index - 1].Users;
        if (before != steps[index].FromUsers)
        {
            yield return new { duration = "0s", target = steps[index].FromUsers };
        }

        yield return new { duration = Text(steps[index].Duration), target = steps[index].Users };
    }

    private static object Constant(ExportedArrivals load, double rate, TimeSpan duration)
    {
        var unit = K6RateUnit.For([rate]);
        return new
        {
            executor = "constant-arrival-rate",
            startTime = Text(load.WarmUp),
            rate = unit.Whole(rate),
            timeUnit = unit.Text,
            duration = Text(duration),
            preAllocatedVUs = load.Profile.MaxInFlight,
            gracefulStop = GracefulStop,
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
            stages = stages.Index().SelectMany(each => Stages(stages, each.Index, unit)).ToList(),
            preAllocatedVUs = load.Profile.MaxInFlight,
            gracefulStop = GracefulStop,
        };
    }

    private static IEnumerable<object> Stages(IReadOnlyList<ArrivalStage> stages, int index, K6RateUnit unit)
    {
        var stage = stages[index];
        if ((index == 0 ? stage.FromRate : stages[index - 1].ToRate) != stage.FromRate)
        {
            yield return new { duration = "0s", target = unit.Whole(stage.FromRate) };
        }

        yield return new { duration = Text(stage.Duration), target = unit.Whole(stage.ToRate) };
    }

    private static string Text(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0}ms");
}
