using DroneDelivery.LoadTests.Tests.Tuning;

// Two loads at once would measure each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>Classes that look at the four tuning runs, which are made once.</summary>
[CollectionDefinition(Name)]
public sealed class RunsCollection : ICollectionFixture<TuningRuns>
{
    public const string Name = "runs";
}
