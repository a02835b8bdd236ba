namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>What the SDK's exporter does not send, but another one may.</summary>
public sealed class OtlpTracesTests
{
    [Fact]
    public async Task Parse_UnknownFieldsAtEveryLevel_AreSkipped()
    {
        await using var running = await RunningReceiver.StartAsync();
        var unknown = ProtobufBytes.Join(
            ProtobufBytes.Varint(900, 1), ProtobufBytes.Fixed32(901, 2), ProtobufBytes.Fixed64(902, 3), ProtobufBytes.Text(903, "later version"));
        var service = TraceMessages.Attribute(1, "service.name", unknown, ProtobufBytes.Text(1, "package"));
        var resource = ProtobufBytes.Nested(1, unknown, service);
        var events = ProtobufBytes.Nested(11, ProtobufBytes.Text(2, "exception"));
        var links = ProtobufBytes.Nested(13, ProtobufBytes.Bytes(1, TraceMessages.TraceId));
        var message = ProtobufBytes.Join(
            unknown,
            ProtobufBytes.Nested(1, unknown, resource, TraceMessages.ScopeSpans(unknown, events, links, ProtobufBytes.Fixed32(16, 257))));

        var span = await running.PostSpanAsync(message);

        Assert.Equal(("package", "work"), (span.Service, span.Name));
        Assert.Empty(span.Attributes);
    }

    [Fact]
    public async Task Parse_ResourceAfterItsSpans_StillNamesTheService()
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(
            ProtobufBytes.Nested(1, TraceMessages.ScopeSpans(), TraceMessages.Resource("package")));

        Assert.Equal("package", span.Service);
    }

    [Fact]
    public async Task Parse_NoServiceName_IsUnknownService()
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(ProtobufBytes.Nested(1, TraceMessages.ScopeSpans()));

        Assert.Equal("unknown_service", span.Service);
    }

    [Theory]
    [InlineData(0, "internal")]
    [InlineData(1, "internal")]
    [InlineData(2, "server")]
    [InlineData(3, "client")]
    [InlineData(4, "client")]
    [InlineData(5, "server")]
    [InlineData(99, "internal")]
    public async Task Parse_SpanKind_IsOneOfThree(int kind, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(TraceMessages.WithSpan(ProtobufBytes.Varint(6, kind)));

        Assert.Equal(expected, span.Kind);
    }

    public static TheoryData<byte[], string> Values => new()
    {
        { ProtobufBytes.Bytes(7, 1, 2, 255), "AQL/" },
        { ProtobufBytes.Double(4, double.NaN), "NaN" },
        { ProtobufBytes.Nested(5, ProtobufBytes.Nested(1, ProtobufBytes.Double(4, double.NaN)), ProtobufBytes.Nested(1)), """["NaN",null]""" },
        {
            ProtobufBytes.Nested(
                6,
                TraceMessages.Attribute(1, "a", ProtobufBytes.Varint(3, 1)),
                TraceMessages.Attribute(1, "b", ProtobufBytes.Varint(2, 1))),
            """{"a":1,"b":true}"""
        },
        { ProtobufBytes.Varint(900, 1), "" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Parse_RareAttributeValue_IsText(byte[] value, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(TraceMessages.WithSpan(TraceMessages.SpanAttribute("the.value", value)));

        Assert.Equal(expected, span.Attributes["the.value"]);
    }

    [Fact]
    public async Task Parse_EndBeforeStart_HasNoDuration()
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(TraceMessages.WithSpan(ProtobufBytes.Fixed64(7, 2_000), ProtobufBytes.Fixed64(8, 1_000)));

        Assert.Equal((2_000, 0), (span.StartNanoseconds, span.DurationNanoseconds));
    }

    [Fact]
    public async Task Parse_DroppedCounts_AreAddedUp()
    {
        await using var running = await RunningReceiver.StartAsync();

        await running.PostSpanAsync(
            TraceMessages.WithSpan(ProtobufBytes.Varint(10, 1), ProtobufBytes.Varint(12, 20), ProtobufBytes.Varint(14, 300)));

        Assert.Equal(321, running.Receiver.DroppedAtSource);
    }

    // A system is measured several times: each run states its own losses.
    [Fact]
    public async Task Clear_DroppedCounts_AreZero()
    {
        await using var running = await RunningReceiver.StartAsync();
        await running.PostSpanAsync(TraceMessages.WithSpan(ProtobufBytes.Varint(10, 1)));

        running.Receiver.Clear();

        Assert.Equal(0, running.Receiver.DroppedAtSource);
    }
}
