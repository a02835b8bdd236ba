namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>Tests that measure the memory of the whole process: no other test runs at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
