using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class RequestUnitTests
{
    [Fact]
    public void RequestUnits_AllPartitionsThrottle_AreExhausted()
    {
        var finding = (HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 }).Explain().First;

        Assert.Equal(Cause.RequestUnits, finding?.Cause);
        Assert.Equal("--throughput", finding?.NextSteps[0].Change?.Flag);
    }

    [Fact]
    public void RequestUnits_FewThrottledCalls_AreHealthy()
    {
        var diagnosis = (HandmadeRun.ParallelQuery with { ThrottledOnceIn = 60 }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.RequestUnits);
    }

    [Fact]
    public void HotPartition_OneThrottles_IsNamed()
    {
        var finding = (HandmadeRun.Healthy with { ThrottledOnceIn = 3, HotPartition = 4 }).Explain().First;

        Assert.Equal(Cause.HotPartition, finding?.Cause);
        Assert.Contains("Partition 4", finding?.Title);
    }

    [Fact]
    public void HotPartition_WaitsToRetry_AreNotTheServicesOwn()
    {
        var diagnosis = (HandmadeRun.Healthy with { ThrottledOnceIn = 2, HotPartition = 4 }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.SlowBackend);
    }

    [Fact]
    public void HotKey_OneKeyUsesItsPartition_IsNamed()
    {
        var hot = new LogicalKeyUsage("owner-0001", "4", 4_000, 1_200, 300);

        var finding = (HandmadeRun.Healthy with { ThrottledOnceIn = 3, HotPartition = 4, TopKeys = [hot] }).Explain().First;

        Assert.Equal(Cause.HotKey, finding?.Cause);
        Assert.Contains("owner-0001", finding?.Title);
    }

    [Fact]
    public void HotKey_KeyOfAnotherPartition_IsNotBlamed()
    {
        var other = new LogicalKeyUsage("owner-0002", "5", 4_000, 1_200, 0);

        var finding = (HandmadeRun.Healthy with { ThrottledOnceIn = 3, HotPartition = 4, TopKeys = [other] }).Explain().First;

        Assert.Equal(Cause.HotPartition, finding?.Cause);
    }
}
