using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>One of the ways to run the system that are compared.</summary>
/// <param name="Name">As tables name it: what differs from the others.</param>
public sealed record OverloadSetting(string Name, TuningScenario Scenario);
