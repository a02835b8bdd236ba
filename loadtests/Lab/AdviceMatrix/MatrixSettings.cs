using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <param name="Only">Names or kinds of faults; empty for all.</param>
/// <param name="HealthyRuns">The number of runs without a fault.</param>
/// <param name="Duration">The measured load of each run.</param>
/// <param name="Command">The command line that repeats the matrix.</param>
internal sealed record MatrixSettings(
    IReadOnlyList<string> Only, int HealthyRuns, TimeSpan Duration, string RunsFolder, string Command, LoadEngine Engine)
{
    public const int DefaultHealthyRuns = 40;

    public static TimeSpan DefaultDuration { get; } = TimeSpan.FromSeconds(20);

    /// <summary>The catalog's faults that <see cref="Only"/> selects.</summary>
    public IEnumerable<PlantedFault> Faults =>
        FaultCatalog.AllStrengths.Where(fault => Only.Count == 0 || Only.Contains(fault.Name) || Only.Contains(fault.Kind));

    public LabSettings ForTests(IReadOnlyList<TuningScenario> scenarios) =>
        new(scenarios, SimulationProfile.Load(SimulationProfile.Default), Duration, RunsFolder, Command, Engine);
}
