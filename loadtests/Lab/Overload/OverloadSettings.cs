namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The settings of one run: <see cref="RunManifest.LabSettings"/> of its folder.</summary>
/// <param name="Setting">The name of the system's setting.</param>
/// <param name="Goal">Of this run: the metastable load has its own.</param>
/// <param name="ObjectiveMs">The lab's, like the capacity.</param>
/// <param name="Capacity">Requests per second; null if only the metastable load runs.</param>
internal sealed record OverloadSettings(
    OverloadShape Shape, string Setting, OverloadGoal Goal, double ObjectiveMs, double? Capacity, bool CapacityGiven,
    int FixedLimit)
{
    /// <summary>The ports of the Deliveries, by number, if one of them crashes; otherwise null.</summary>
    public IReadOnlyList<int>? DeliveryPorts { get; init; }

    [JsonIgnore]
    public bool IsWarmUp => Shape.Name == OverloadLab.WarmUp.Name;

    /// <exception cref="InvalidDataException">The run is of another lab.</exception>
    public static OverloadSettings FromRecord(RunRecord run) =>
        run.Manifest is { Lab: OverloadLab.Name, LabSettings: { } settings }
            ? JsonSerializer.Deserialize<OverloadSettings>(settings)!
            : throw new InvalidDataException($"{run.Manifest.Title} is no run of the {OverloadLab.Name} lab.");

    /// <summary>The text for <see cref="RunManifest.LabSettings"/>.</summary>
    public string ToJson() => JsonSerializer.Serialize(this);

    /// <summary>The flags of Delivery and of the gateway, and the number of Deliveries if there are several.</summary>
    public static IReadOnlyDictionary<string, string> FlagsOf(TuningScenario scenario) => scenario.DeliveryFlags
        .Concat(scenario.Deliveries > 1 ? [new("deliveries", $"{scenario.Deliveries}")] : [])
        .Concat(scenario.GatewayFlags.Select(flag => KeyValuePair.Create($"gateway {flag.Key}", flag.Value)))
        .ToDictionary();
}
