namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

/// <summary>Tests that must not run in parallel with others.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
