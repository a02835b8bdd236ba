namespace DroneDelivery.Gateway.Tests;

/// <summary>Tests that run while no other test of the assembly does, because a listener of another test reaches their meters.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "Alone";
}
