using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>Each planted fault, in the test in which it is what holds the run back.</summary>
public sealed class FaultRuns() : ShortRuns([.. FaultCatalog.All.Select(FaultCatalog.Plant)], TimeSpan.FromSeconds(8));
