namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>Tests of the memory of the whole process, beside which no other may run.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
