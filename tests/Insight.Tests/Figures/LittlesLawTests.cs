using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class LittlesLawTests
{
    [Fact]
    public void MeanUsers_StepsOfDifferentLength_AreWeighted()
    {
        var load = SampleRecords.Run.Load;

        Assert.Equal(5, LittlesLaw.MeanUsers(load with { Steps = [Step(users: 2, seconds: 1), Step(users: 6, seconds: 3)] }));
        Assert.Equal(20.5, LittlesLaw.MeanUsers(load));
        Assert.Equal(0, LittlesLaw.MeanUsers(load with { Steps = [] }));

        static StepSummary Step(int users, double seconds) => new(users, seconds, 1, 0, 100, 100);
    }

    /// <summary>20 users, each with a request every 150 + 350 ms.</summary>
    [Fact]
    public void Throughput_OfUsers_NeedsTheThinkTimeItCameFrom()
    {
        Assert.Equal(40, LittlesLaw.RequestsPerSecond(users: 20, latencyMs: 150, thinkTimeMs: 350), 9);
        Assert.Equal(350, LittlesLaw.ThinkTimeMs(users: 20, requestsPerSecond: 40, latencyMs: 150), 9);
        Assert.Equal(-50, LittlesLaw.ThinkTimeMs(users: 20, requestsPerSecond: 200, latencyMs: 150), 9);
    }
}
