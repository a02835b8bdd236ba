using System.Net;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>What the SDK's exporter does not send, but another one may.</summary>
public sealed class OtlpMetricsTests
{
    private static readonly byte[] Name = ProtobufBytes.Text(1, "threads");

    public static TheoryData<string, byte[], string> Malformed => new()
    {
        { "cut short", Message(Gauge(ProtobufBytes.Double(4, 1)))[..^3], "ended unexpectedly" },
        { "number longer than its point", Message(ProtobufBytes.Nested(5, [0x0A, 0x02, 0x21, 0x00])), "ExportMetricsServiceRequest" },
        {
            "time after the year 2262",
            Message(Gauge(ProtobufBytes.Fixed64(3, ulong.MaxValue), ProtobufBytes.Double(4, 1))),
            "time_unix_nano"
        },
        { "no protobuf", "{\"resourceMetrics\":[]}"u8.ToArray(), "ExportMetricsServiceRequest" },
    };

    [Fact]
    public async Task Parse_WholeNumber_IsItsValue()
    {
        await using var running = await RunningReceiver.StartAsync();

        var samples = await running.PostMetricsAsync(Message(
            Gauge(ProtobufBytes.Fixed64(3, 42), ProtobufBytes.Fixed64(6, unchecked((ulong)-7)))));

        var sample = Assert.Single(samples);
        Assert.Equal(("delivery", "threads", 42, -7), (sample.Service, sample.Name, sample.Time, sample.Value));
    }

    [Fact]
    public async Task Parse_FieldsInAnyOrder_StillNamesServiceAndMetric()
    {
        await using var running = await RunningReceiver.StartAsync();
        var metric = ProtobufBytes.Nested(2, ProtobufBytes.Nested(2, Gauge(ProtobufBytes.Double(4, 1)), Name));

        var samples = await running.PostMetricsAsync(ProtobufBytes.Nested(1, metric, TraceMessages.Resource("package")));

        Assert.Equal(("package", "threads"), (samples.Single().Service, samples.Single().Name));
    }

    [Fact]
    public async Task Parse_ResourceWithInstance_IsASeriesOfItsOwn()
    {
        await using var running = await RunningReceiver.StartAsync();
        var resource = ProtobufBytes.Nested(1, ProtobufBytes.Join(
            TraceMessages.Attribute(1, "service.name", ProtobufBytes.Text(1, "package")),
            TraceMessages.Attribute(1, "service.instance.id", ProtobufBytes.Text(1, "pod-7"))));
        var metric = ProtobufBytes.Nested(2, ProtobufBytes.Nested(2, Gauge(ProtobufBytes.Double(4, 1)), Name));

        var sample = Assert.Single(await running.PostMetricsAsync(ProtobufBytes.Nested(1, metric, resource)));

        Assert.Equal(("package", "service.instance.id=pod-7"), (sample.Service, sample.Attributes));
    }

    [Fact]
    public async Task Parse_PointWithoutValue_IsLeftOut()
    {
        await using var running = await RunningReceiver.StartAsync();

        Assert.Empty(await running.PostMetricsAsync(Message(Gauge(ProtobufBytes.Fixed64(3, 42)))));
    }

    [Fact]
    public async Task Parse_HistogramOfNegativeValues_HasNoSum()
    {
        await using var running = await RunningReceiver.StartAsync();
        var histogram = ProtobufBytes.Nested(9, ProtobufBytes.Nested(1, ProtobufBytes.Fixed64(4, 3)));

        var sample = Assert.Single(await running.PostMetricsAsync(Message(histogram)));

        Assert.Equal(("threads.count", 3), (sample.Name, sample.Value));
    }

    [Fact]
    public async Task Parse_OtherKindsAndUnknownFields_AreSkipped()
    {
        await using var running = await RunningReceiver.StartAsync();
        var summary = ProtobufBytes.Nested(11, ProtobufBytes.Nested(1, ProtobufBytes.Fixed64(4, 3)));
        var unknown = ProtobufBytes.Join(ProtobufBytes.Varint(900, 1), ProtobufBytes.Text(903, "later version"));

        Assert.Empty(await running.PostMetricsAsync(ProtobufBytes.Join(unknown, Message(unknown, summary))));
    }

    [Theory]
    [MemberData(nameof(Malformed))]
    public async Task Parse_MalformedMessage_Returns400AndKeepsNothing(string what, byte[] body, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync(body, "v1/metrics");

        Assert.True(response.StatusCode == HttpStatusCode.BadRequest, $"{what}: {response.StatusCode}");
        Assert.Contains(expected, await RunningReceiver.TextOfAsync(response), StringComparison.Ordinal);
        Assert.Equal(0, running.Metrics.Counts.Received);
    }

    /// <summary>One metric of the service <c>delivery</c>.</summary>
    private static byte[] Message(params byte[][] data) =>
        ProtobufBytes.Nested(1, TraceMessages.Resource("delivery"), ProtobufBytes.Nested(2, ProtobufBytes.Nested(2, [Name, .. data])));

    private static byte[] Gauge(params byte[][] point) => ProtobufBytes.Nested(5, ProtobufBytes.Nested(1, point));
}
