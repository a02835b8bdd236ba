using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class SettingsTextTests
{
    [Fact]
    public void Describe_TwoChanges_NamesThoseOnly()
    {
        var text = SettingsText.Describe(Snapshots.Settings, Snapshots.Settings with { Users = 40, PartitionKey = "ownerId" });

        Assert.Equal("partition key deliveryId → ownerId, users 20 → 40", text);
    }
}
