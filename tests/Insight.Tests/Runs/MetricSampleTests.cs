using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class MetricSampleTests
{
    [Theory]
    [InlineData(0.0)]
    [InlineData(0.0, 7.0)]
    [InlineData(6.0, 7.0, 9.0, 13.0)]
    [InlineData(6.0 + 3 + 5, 7.0, 13.0, 3.0, 3.0, 8.0)]
    public void Growth_Counter_IsThatOfItsProcesses(double expected, params double[] values)
    {
        var samples = values.Select((value, second) => new MetricSample("delivery", "counter", "", second, value));

        Assert.Equal(expected, MetricSample.Growth(samples.Reverse()));
    }
}
