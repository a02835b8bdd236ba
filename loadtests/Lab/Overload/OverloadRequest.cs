namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The settings of a run of the overload lab.</summary>
/// <param name="Shapes">Each shape runs in each mode of <paramref name="Shedding"/>.</param>
/// <param name="Metastable">The load of the metastable failure; null if it does not run.</param>
/// <param name="Capacity">Requests per second; null if the lab searches for it.</param>
/// <param name="FixedLimit">Requests in flight; null for as many as the capacity serves in half of the objective.</param>
/// <param name="Connections">The connections to the database that all Deliveries together may open.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record OverloadRequest(
    TimeSpan Objective, IReadOnlyList<string> Shedding, IReadOnlyList<OverloadShape> Shapes, OverloadShape? Metastable,
    double? Capacity, int? FixedLimit, int Connections, string Command)
{
    /// <summary>The warm-up of each setting, since its processes have just started.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(7);

    /// <summary>The load during which a Delivery crashes; null if it does not run.</summary>
    public OverloadShape? Crash { get; init; }

    /// <param name="capacity">Determines the fixed limit only; null if it is not known yet.</param>
    /// <param name="deliveries">The Deliveries that share the connections.</param>
    public OverloadSetting Setting(string mode, double? capacity, int deliveries) =>
        OverloadLab.Shedding(mode, capacity is { } known ? LimitFor(known) : 1, Connections, deliveries);

    /// <summary>By Little's law, this many requests in flight take half of the objective each.</summary>
    public int LimitFor(double capacity) => FixedLimit ?? Math.Max(1, (int)Math.Round(capacity * Objective.TotalSeconds / 2));
}

/// <summary>A step of constant load.</summary>
/// <param name="Times">Arrivals per second, in multiples of the capacity.</param>
public readonly record struct OverloadStep(double Times, TimeSpan Duration);

/// <summary>The capacity, which loads are multiples of, and the objective for the latency of an answer.</summary>
/// <param name="Capacity">Requests per second.</param>
internal sealed record OverloadGoal(double Capacity, TimeSpan Objective);

/// <summary>A configuration of the system that is compared with others.</summary>
/// <param name="Name">The name in tables: the difference from the other settings.</param>
public sealed record OverloadSetting(string Name, TuningScenario Scenario);
