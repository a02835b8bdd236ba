using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Load;

public sealed class WrkReportTests
{
    private const string Printed =
        """
        Running 4s test @ http://127.0.0.1:1/
          2 threads and 64 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     1.23ms    2.50ms  41.00ms   93.00%
            Req/Sec    12.50k     1.10k   15.00k    70.00%
          Latency Distribution
             50%  870.00us
             75%    1.10ms
             90%    2.00ms
             99%    1.25s
          100123 requests in 4.00s, 120.00MB read
        Requests/sec:  25030.75
        Transfer/sec:     30.00MB
        """;

    [Fact]
    public void Report_OfARun_IsReadWithItsUnits()
    {
        var load = WrkReport.Read(Printed);

        Assert.Equal((100_123, 4, 25_030.75, 0), (load.Answered, load.Seconds, load.RequestsPerSecond, load.Failed));
        Assert.Equal((new LatencyValue(0.87), new LatencyValue(1_250)), (load.Percentile("50"), load.Percentile("99")));
        Assert.Equal((1.23, 1.1, 41, false), (load.MeanMs, load.PercentileMs("75"), load.MaxMs, load.IsFromScheduledMoment));
    }

    [Fact]
    public void Report_WithErrors_CountsRefusedAnswersAndSocketErrors()
    {
        const string Errors = "Socket errors: connect 1, read 20, write 0, timeout 3\n  Non-2xx or 3xx responses: 400\n";

        var load = WrkReport.Read(Printed.Replace("Requests/sec:", $"{Errors}Requests/sec:", StringComparison.Ordinal));

        Assert.Equal((424, true), (load.Failed, load.Percentile("99").AtLeast));
    }

    [Fact]
    public void Report_WithoutFigures_SaysWhatWasPrinted()
    {
        var exception = Assert.Throws<LabException>(() => WrkReport.Read("unable to connect\n"));

        Assert.Equal("wrk printed no figures: unable to connect", exception.Message);
    }
}
