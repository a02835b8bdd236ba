using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class RunWarningsTests
{
    private const string Found = "The machine may have spoiled this run: other load: 1.8 of 2 cores.";

    [Fact]
    public void Of_MachineThatMaySpoil_SaysByWhat() => Assert.Contains(Found, RunWarnings.Of(On(new MachineHealth(true, Found))));

    [Fact]
    public void Of_MachineFoundFine_SaysNothingOfIt() =>
        Assert.DoesNotContain(Found, RunWarnings.Of(On(new MachineHealth(false, Found))));

    private static RunRecord On(MachineHealth health) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Machine = SampleRecords.Run.Manifest.Machine with { Health = health } },
    };
}
