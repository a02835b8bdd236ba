namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

/// <summary>Tests beside which no other may run.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
