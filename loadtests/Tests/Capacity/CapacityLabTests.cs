using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Tests.Capacity;

/// <summary>A search that ends at the first rate, on one instance of Package.</summary>
public sealed class CapacityLabTests : LabTest
{
    private const double Rate = 50;

    private static readonly CapacityPlan Plan = new()
    {
        StartRate = Rate,
        MinRate = Rate,
        MaxRate = Rate,
        WarmUpSeconds = 2,
        SettlingSeconds = 0.5,
        SearchSeconds = 1,
        MinArrivals = 50,
    };

    [Fact]
    public async Task Search_OneRate_CountsEveryArrivalOfItsTrial()
    {
        await Lab.RunAsync(CapacityStudy.Name, async (session, token) =>
        {
            await using var package = await PackageTarget.StartAsync(session.Folder, session.Say, TimeProvider.System, token);
            var request = new CapacityRequest(
                new LatencyGoal(TimeSpan.FromSeconds(1)), null, [LoadVariant.Usual], 1, TimeSpan.Zero, Plan,
                "dotnet test loadtests");
            return await new CapacityRun(package, request, session.Say, TimeProvider.System).RunAsync(token);
        }, CapacityStudy.Build);

        var search = Assert.Single((await Lab.ReadRecordAsync<CapacityRecord>(CapacityStudy.Name)).Searches);
        Assert.NotEmpty(search.Trials);
        Assert.All(search.Trials, trial => Assert.Equal(Rate, trial.OfferedRate));
        Assert.All(search.Trials, trial => Assert.InRange(trial.Good, 0, trial.Arrivals));
        Assert.Equal(search.Trials.Count, (await Lab.ReadTableAsync("search-1-trials")).Count);
    }
}
