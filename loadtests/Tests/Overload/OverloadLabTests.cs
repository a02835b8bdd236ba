using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.LoadTests.Tests.Overload;

/// <summary>A spike to four times a given capacity, with load shedding.</summary>
public sealed class OverloadLabTests : LabTest
{
    [Fact]
    public async Task Spike_Adaptive_CountsEveryRequestWhereItWasDue()
    {
        await Lab.RunAsync(
            OverloadCommand.Create(TimeProvider.System),
            "--shape", "spike", "--shedding", OverloadLab.Adaptive, "--capacity", "40");

        var run = await OverloadRun.ReadAsync(new RunFolder(Path.Combine(Lab.Folder, "spike-adaptive")));
        Assert.Equal([0.5, 4], run.Phases.Select(phase => phase.Times));
        Assert.All(run.Phases, phase => Assert.Equal(
            phase.Offered - phase.Refused, phase.Latency.Successes.Count + phase.Latency.Failed));
        // The arrivals are seeded: their number is the same on every machine.
        Assert.InRange(run.Phases[0].Offered, 25, 55);
        Assert.InRange(run.Phases[1].Offered, 430, 530);
        Assert.NotNull(run.After);
        Assert.Equal(3, (await Lab.ReadTableAsync("phases")).Count);
    }
}
