namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>Tests that share one emulator run one after another: they read its counters.</summary>
[CollectionDefinition(Name)]
public sealed class EmulatorTests : ICollectionFixture<Emulator>
{
    public const string Name = "Emulator";
}
