using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.LoadTests.Tests.GatewayCost;

/// <summary>One round of measurements of two targets.</summary>
public sealed class GatewayCostLabTests : LabTest
{
    private static readonly string[] Ways = ["direct", "usage-0.1"];

    [Fact]
    public async Task Round_TwoWays_MeasuresEachAtSaturationAndAtAFixedRate()
    {
        await Lab.RunAsync(
            GatewayCostCommand.Create(TimeProvider.System),
            [
                "--only", "direct", "--usage-periods", "0.1", "--connections", "2", "--rounds", "1", "--seconds", "1",
                "--warm-up", "1", "--rate", "50",
            ]);

        var record = await Lab.ReadRecordAsync<CostRecord>(CostStudy.Name);
        Assert.Equal(Ways, record.Closed.Select(trial => trial.Target));
        Assert.Equal(Ways, record.Open.Select(trial => trial.Target));
        Assert.All(record.Closed, trial => Assert.True(trial.RequestsPerSecond > 0, $"{trial.RequestsPerSecond} req/s"));
        Assert.Equal([0L, 0L], record.Open.Select(trial => trial.Failed));
        Assert.Equal([false, true], record.Open.Select(trial => trial.Writes?.Count > 0));
    }
}
