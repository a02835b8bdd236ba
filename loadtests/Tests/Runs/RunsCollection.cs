using DroneDelivery.LoadTests.Tests.Tuning;

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>Classes that put load on the system: one after another, since two loads at once would measure each other.</summary>
[CollectionDefinition(Name)]
public sealed class RunsCollection : ICollectionFixture<TuningRuns>
{
    public const string Name = "runs";
}
