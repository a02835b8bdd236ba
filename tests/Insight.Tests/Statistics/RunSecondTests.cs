using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunSecondTests
{
    /// <summary>Two seconds of load, the second cut off after 400 ms, with 20 successes and 5 failures in each.</summary>
    private static readonly RunRecord Run = SampleRecords.Run with
    {
        Load = SampleRecords.Run.Load with
        {
            DurationSeconds = 1.4,
            Seconds = [new SecondSample(0, 1, 20, 5, 100, 90, 200), new SecondSample(1, 1, 20, 5, 100, 90, 200)],
        },
    };

    [Fact]
    public void FromRun_LastSecond_IsAsLongAsItsLoad() =>
        Assert.Equal([1, 0.4], RunSecond.FromRun(Run, RunSamples.None).Select(second => Math.Round(second.Length, 9)));

    [Fact]
    public void FromRun_FailedRequests_CountAsRequestsAndInTheMean()
    {
        var second = RunSecond.FromRun(Run, RunSamples.None)[0];

        Assert.Equal((20, 25, 2_500, 25), (second.Successful, second.Requests, second.LatencySumMs, second.LatencyCount));
    }

    [Fact]
    public void FromRun_Processes_CountWithoutTheGenerator()
    {
        var samples = RunSamples.None with
        {
            Processes = [new("delivery", 0, 0.5, 1, 1, 1), new("gateway", 0, 0.25, 1, 1, 1), new("load-generator", 0, 2, 1, 1, 1)],
        };

        Assert.Equal([0.75, 0], RunSecond.FromRun(Run, samples).Select(second => second.CpuSeconds));
    }

    /// <summary>A record that was just made has its distributions; one that was read has them in the samples.</summary>
    [Fact]
    public void FromRun_DistributionsOfARecordOrOfItsSamples_AreUsed()
    {
        var made = Run with { Load = Run.Load with { Seconds = [Run.Load.Seconds[0] with { Latency = Bytes(10) }] } };
        var samples = RunSamples.None with { SecondLatencies = new Dictionary<int, byte[]> { [0] = Bytes(30) } };

        Assert.Equal(10, RunSecond.FromRun(made, samples)[0].LatencySumMs, 1);
        Assert.Equal(30, RunSecond.FromRun(Run, samples)[0].LatencySumMs, 1);

        static byte[] Bytes(int milliseconds)
        {
            var latency = new LatencyDistribution();
            latency.Record(milliseconds * 1_000, RequestEnd.Success);
            return latency.ToBytes();
        }
    }
}
