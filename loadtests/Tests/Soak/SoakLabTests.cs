using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Tests.Soak;

/// <summary>A load of a tenth of a minute on one instance of Package.</summary>
public sealed class SoakLabTests : LabTest
{
    [Fact]
    public async Task Soak_ConstantRate_CountsEveryArrivalAndWatchesEachProcess()
    {
        await Lab.RunAsync(
            SoakCommand.Create(TimeProvider.System), PackageTarget.Word, "--rate", "50", "--minutes", "0.1");

        var load = (await Lab.ReadRunAsync(SoakStudy.Name)).Load;
        Assert.Equal((0, 0), (load.ClientErrors, load.Arrivals?.Dropped));
        // The arrivals are seeded: their number is the same on every machine.
        Assert.InRange(load.Successful + (load.CutOff ?? 0), 250, 350);
        Assert.Superset(
            new HashSet<string> { "package", "load-generator", "requests" },
            (await Lab.ReadTableAsync("slopes")).Select(row => row.GetProperty("subject").GetString()!).ToHashSet());
    }
}
