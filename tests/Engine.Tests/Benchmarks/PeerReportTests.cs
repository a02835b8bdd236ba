using DroneDelivery.LoadGenerator.Benchmarks;

namespace DroneDelivery.Engine.Tests.Benchmarks;

/// <summary>Each text is the part that matters of what the program itself printed.</summary>
public sealed class PeerReportTests
{
    private static readonly TimeSpan Processor = TimeSpan.FromSeconds(1.5);

    [Fact]
    public void Wrk_RanLongerThanAsked_DividesByItsOwnTime()
    {
        var cost = PeerReport.OfWrk(
            """
            Running 2s test @ http://127.0.0.1:18193/
                Latency    10.96ms    0.92ms  16.37ms   92.60%
              730 requests in 2.02s, 30.65KB read
              Non-2xx or 3xx responses: 30
            Requests/sec:    361.70
            """,
            Processor);

        Assert.Equal(new Cost(700, 30, TimeSpan.FromSeconds(2.02), Processor), cost);
        Assert.Equal(700 / 2.02, cost.RequestsPerSecond, 6);
    }

    [Theory]
    [InlineData("800.50ms", 0.8005)]
    [InlineData("1.02m", 61.2)]
    [InlineData("2.00h", 7_200)]
    public void Wrk_OtherUnits_AreRead(string printed, double seconds) =>
        Assert.Equal(seconds, PeerReport.OfWrk($"  730 requests in {printed}, 30.65KB read", Processor).Elapsed.TotalSeconds, 6);

    [Fact]
    public void Hey_Summary_DividesByItsTotal()
    {
        var cost = PeerReport.OfHey(
            """
            Summary:
              Total:	2.0038 secs
              Slowest:	0.0164 secs

              Total data:	4375 bytes

            Response time histogram:
              0.011 [377]	|■■■■

            Status code distribution:
              [200]	875 responses

            Error distribution:
              [7]	Get "http://127.0.0.1:18193/": EOF
            """,
            Processor);

        Assert.Equal(new Cost(875, 7, TimeSpan.FromSeconds(2.0038), Processor), cost);
    }

    [Fact]
    public void H2Load_Timed_DividesByItsMainDuration()
    {
        var cost = PeerReport.OfH2Load(
            """
            Timing-based test with 0s of warm-up time and 1s of main duration for measurements.
            finished in 1.01s, 2898.00 req/s, 110.51KB/s
            requests: 2898 total, 2900 started, 2898 done, 2896 succeeded, 2 failed, 0 errored, 0 timeout
            """,
            Processor);

        Assert.Equal(new Cost(2_896, 2, TimeSpan.FromSeconds(1), Processor), cost);
    }

    [Fact]
    public void Reports_WithoutFigures_AreRefused()
    {
        Assert.Throws<FormatException>(() => PeerReport.OfWrk("unable to connect", Processor));
        Assert.Throws<FormatException>(() => PeerReport.OfHey("connection refused", Processor));
        Assert.Throws<FormatException>(() => PeerReport.OfH2Load("", Processor));
    }
}
