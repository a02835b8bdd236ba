namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>What the SDK's exporter does not send, but another one may.</summary>
public sealed class OtlpTracesTests
{
    [Fact]
    public async Task Parse_UnknownFieldsAtEveryLevel_AreSkipped()
    {
        await using var running = await RunningReceiver.StartAsync();
        var unknown = WireBytes.Join(
            WireBytes.Varint(900, 1), WireBytes.Fixed32(901, 2), WireBytes.Fixed64(902, 3), WireBytes.Text(903, "later version"));
        var service = TraceMessages.Attribute(1, "service.name", unknown, WireBytes.Text(1, "package"));
        var resource = WireBytes.Nested(1, unknown, service);
        var events = WireBytes.Nested(11, WireBytes.Text(2, "exception"));
        var links = WireBytes.Nested(13, WireBytes.Bytes(1, TraceMessages.TraceId));
        var message = WireBytes.Join(
            unknown,
            WireBytes.Nested(1, unknown, resource, TraceMessages.ScopeSpans(unknown, events, links, WireBytes.Fixed32(16, 257))));

        var span = await running.PostSpanAsync(message);

        Assert.Equal(("package", "work"), (span.Service, span.Name));
        Assert.Empty(span.Attributes);
    }

    [Fact]
    public async Task Parse_ResourceAfterItsSpans_StillNamesTheService()
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(
            WireBytes.Nested(1, TraceMessages.ScopeSpans(), TraceMessages.Resource("package")));

        Assert.Equal("package", span.Service);
    }

    [Fact]
    public async Task Parse_NoServiceName_IsUnknownService()
    {
        await using var running = await RunningReceiver.StartAsync();

        var span = await running.PostSpanAsync(WireBytes.Nested(1, TraceMessages.ScopeSpans()));

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

        var span = await running.PostSpanAsync(TraceMessages.WithSpan(WireBytes.Varint(6, kind)));

        Assert.Equal(expected, span.Kind);
    }

    public static TheoryData<byte[], string> Values => new()
    {
        { WireBytes.Bytes(7, 1, 2, 255), "AQL/" },
        { WireBytes.Double(4, double.NaN), "NaN" },
        { WireBytes.Nested(5, WireBytes.Nested(1, WireBytes.Double(4, double.NaN)), WireBytes.Nested(1)), """["NaN",null]""" },
        {
            WireBytes.Nested(
                6,
                TraceMessages.Attribute(1, "a", WireBytes.Varint(3, 1)),
                TraceMessages.Attribute(1, "b", WireBytes.Varint(2, 1))),
            """{"a":1,"b":true}"""
        },
        { WireBytes.Varint(900, 1), "" },
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

        var span = await running.PostSpanAsync(TraceMessages.WithSpan(WireBytes.Fixed64(7, 2_000), WireBytes.Fixed64(8, 1_000)));

        Assert.Equal((2_000, 0), (span.StartNanoseconds, span.DurationNanoseconds));
    }

    [Fact]
    public async Task Parse_DroppedCounts_AreAddedUp()
    {
        await using var running = await RunningReceiver.StartAsync();

        await running.PostSpanAsync(
            TraceMessages.WithSpan(WireBytes.Varint(10, 1), WireBytes.Varint(12, 20), WireBytes.Varint(14, 300)));

        Assert.Equal(321, running.Receiver.DroppedAtSource);
    }
}
