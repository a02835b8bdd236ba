namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The settings of one run. The manifest of its folder has them as JSON.</summary>
/// <param name="Setting">The name of the system's setting.</param>
/// <param name="Goal">Of this run: the metastable load has its own.</param>
/// <param name="ObjectiveMs">The lab's, like the capacity.</param>
/// <param name="Capacity">Requests per second; null if only the metastable load runs.</param>
internal sealed record OverloadSettings(
    OverloadShape Shape, string Setting, OverloadGoal Goal, double ObjectiveMs, double? Capacity, bool CapacityGiven,
    int FixedLimit)
{
    private const string Entry = "overload";

    /// <exception cref="InvalidDataException">The run is of another lab.</exception>
    public static OverloadSettings FromRecord(RunRecord run) =>
        run.Manifest.Lab == OverloadLab.Name && run.Manifest.Configuration.TryGetValue(Entry, out var settings)
            ? JsonSerializer.Deserialize<OverloadSettings>(settings)!
            : throw new InvalidDataException($"{run.Manifest.Title} is no run of the {OverloadLab.Name} lab.");

    /// <summary>The entries for the manifest: these settings and the flags of the services.</summary>
    public IReadOnlyDictionary<string, string> ToConfiguration(TuningScenario scenario) => scenario.DeliveryFlags
        .Concat(scenario.GatewayFlags.Select(flag => KeyValuePair.Create($"gateway {flag.Key}", flag.Value)))
        .Append(KeyValuePair.Create(Entry, JsonSerializer.Serialize(this)))
        .ToDictionary();
}
