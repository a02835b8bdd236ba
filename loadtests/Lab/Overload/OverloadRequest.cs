namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>What a reader asked for.</summary>
/// <param name="Shapes">Each is run in each mode of <paramref name="Shedding"/>.</param>
/// <param name="Metastable">Null for not at all.</param>
/// <param name="Capacity">Requests per second; null: it is searched.</param>
/// <param name="FixedLimit">Null: what the capacity works off in half of the objective.</param>
/// <param name="Connections">That Delivery may open to the database.</param>
/// <param name="Command">The command line that repeats it.</param>
internal sealed record OverloadRequest(
    TimeSpan Objective,
    IReadOnlyList<string> Shedding,
    IReadOnlyList<OverloadShape> Shapes,
    OverloadShape? Metastable,
    double? Capacity,
    int? FixedLimit,
    int Connections,
    string Command)
{
    /// <summary>Of each setting, whose processes have just started.</summary>
    public TimeSpan WarmUp { get; init; } = TimeSpan.FromSeconds(7);

    /// <param name="capacity">Null where it is not known yet; no matter but to the fixed limit.</param>
    public OverloadSetting Setting(string mode, double? capacity) =>
        OverloadLab.Shedding(mode, capacity is { } known ? LimitFor(known) : 1, Connections);

    /// <summary>By Little's law, half of the objective is what a line of that length takes.</summary>
    public int LimitFor(double capacity) => FixedLimit ?? Math.Max(1, (int)Math.Round(capacity * Objective.TotalSeconds / 2));
}
