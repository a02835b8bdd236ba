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

    [Theory]
    [InlineData(900, "Test 1: baseline")]
    [InlineData(1800, "Test 1: baseline, changed: RU/s 900 → 1800")]
    public void Title_OfTheRunningSystem_NamesWhatWasChanged(int throughput, string expected) => Assert.Equal(
        expected, SettingsText.Title("Test 1: baseline", Snapshots.Settings, Snapshots.Settings with { Throughput = throughput }));
}
