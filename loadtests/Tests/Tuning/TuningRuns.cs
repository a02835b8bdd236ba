using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Tuning;

/// <summary>The four tuning tests, long enough for the steps of the staircase to exhaust test 1's budget.</summary>
public sealed class TuningRuns() : ShortRuns(TuningLab.Scenarios, TimeSpan.FromSeconds(10));
