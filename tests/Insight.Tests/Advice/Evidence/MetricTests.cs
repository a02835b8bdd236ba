using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class MetricTests
{
    [Fact]
    public void WithPort_PortIsNotKnown_IsNull() => Assert.Null(Metric.WithPort(null));

    [Theory]
    [InlineData("server.address=127.0.0.1,server.port=8081", true)]
    [InlineData("server.address=127.0.0.1,server.port=8082", false)]
    [InlineData("server.address=127.0.0.1", false)]
    public void WithPort_KnownPort_AcceptsOnlyItsSamples(string attributes, bool accepted)
    {
        var accepts = Metric.WithPort("8081");

        Assert.NotNull(accepts);
        Assert.Equal(accepted, accepts(Sample(attributes)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("server.port")]
    [InlineData("server.address=127.0.0.1")]
    public void Value_AttributeIsMissing_IsNull(string attributes) =>
        Assert.Null(Sample(attributes).Attribute("server.port"));

    [Fact]
    public void Value_ValueHasAnEqualsSign_IsWhole() => Assert.Equal("a=b", Sample("key=a=b,other=c").Attribute("key"));

    private static MetricSample Sample(string attributes) => new("delivery", Metric.OpenConnections, attributes, 0, 1);
}
