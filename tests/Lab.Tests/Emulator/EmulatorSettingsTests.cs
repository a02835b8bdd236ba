using System.Text.Json;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Faults;

namespace DroneDelivery.Lab.Tests.Emulator;

public sealed class EmulatorSettingsTests
{
    private static readonly SimulationProfile Profile = SimulationProfile.Load(SimulationProfile.Default);

    [Fact]
    public void For_SlowPartition_HasItsFactorAndTheLatencyOfTheProfile()
    {
        var fault = new PlantedFault("slow", "One slow partition") { SlowPartition = new PartitionSlowdown("3", 8) };

        var json = JsonSerializer.SerializeToElement(DroneSystem.SettingsFor(Profile, fault), JsonSerializerOptions.Web);

        Assert.Equal(8, json.GetProperty("faults").GetProperty("slowPartitions").GetProperty("3").GetDouble());
        Assert.Equal(Profile.CosmosCall.MeanMs, json.GetProperty("latency").GetProperty("meanMs").GetDouble());
    }

    /// <summary>Empty, not left out: what an earlier scenario broke must be whole again.</summary>
    [Fact]
    public void For_NoFault_ResetsEveryFault()
    {
        var json = JsonSerializer.SerializeToElement(DroneSystem.SettingsFor(Profile), JsonSerializerOptions.Web);

        Assert.Equal("{}", json.GetProperty("faults").GetProperty("slowPartitions").GetRawText());
        Assert.Equal(0, json.GetProperty("faults").GetProperty("errorShare").GetDouble());
    }
}
