using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunMetricTests
{
    [Fact]
    public void All_Metrics_HaveTheNamesOfTheCommandLine()
    {
        Assert.Equal("req/s, mean, p50, p95, p99, ru, calls, cpu", RunMetric.Names);
        Assert.Equal(
            [
                "Requests/s", "Mean latency, ms", "p50 latency, ms", "p95 latency, ms", "p99 latency, ms", "RU per operation",
                "Cosmos DB calls per operation", "CPU per request, ms",
            ],
            RunMetric.All.Select(metric => metric.Title));
    }

    /// <summary>1.75 cores for 50 s and 1,000 requests.</summary>
    [Fact]
    public void Cpu_GeneratorNextToServices_IsThatOfTheServices()
    {
        var cpu = RunMetric.Find("CPU");
        var run = SampleRecords.Run with
        {
            Processes = [Process("delivery", 0.5), Process("gateway", 1.25), Process("load-generator", 8)],
        };

        Assert.Equal(87.5, cpu.Value(run), 9);
        Assert.Equal(0, cpu.Value(run with { Load = run.Load with { Sent = 0 } }));

        static ProcessRecord Process(string name, double cores) => new(name, cores, cores, 1, 1);
    }
}
