using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>Each fault that a rule names, and one that none does, in the test in which it is what holds the run back.</summary>
public sealed class FaultRuns() : ShortRuns([.. Faults.Select(FaultCatalog.Plant)], TimeSpan.FromSeconds(7))
{
    public static IReadOnlyList<PlantedFault> Faults { get; } =
    [
        .. FaultCatalog.All.Where(fault => ExpectedFinding.ForFault(fault).Cause is not null), FaultCatalog.SlowOwner,
    ];
}
