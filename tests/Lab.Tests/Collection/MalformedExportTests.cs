using System.Net;

namespace DroneDelivery.Lab.Tests.Collection;

public sealed class MalformedExportTests
{
    public static TheoryData<string, byte[], string> Malformed => new()
    {
        { "JSON text", "{\"resourceSpans\":[]}"u8.ToArray(), "ExportTraceServiceRequest" },
        { "cut short", TraceMessages.WithSpan()[..^3], "ended unexpectedly" },
        { "negative length", ProtobufBytes.Join([0x0A], ProtobufBytes.Varint(1, -1)[1..]), "ExportTraceServiceRequest" },
        // ScopeSpans of two bytes (an empty schema_url) in ResourceSpans that end before them: readable but for the lengths.
        { "child longer than its parent", [0x0A, 0x02, 0x12, 0x02, 0x1A, 0x00], "ended unexpectedly" },
        { "short trace id", SpanOf(ProtobufBytes.Bytes(1, 1, 2, 3), ProtobufBytes.Bytes(2, TraceMessages.SpanId)), "trace_id '010203'" },
        { "trace id of zeros", SpanOf(ProtobufBytes.Bytes(1, new byte[16]), ProtobufBytes.Bytes(2, TraceMessages.SpanId)), "trace_id" },
        { "no trace id", SpanOf(ProtobufBytes.Bytes(2, TraceMessages.SpanId)), "no trace_id" },
        { "no span id", SpanOf(ProtobufBytes.Bytes(1, TraceMessages.TraceId)), "no span_id" },
        { "start after the year 2262", TraceMessages.WithSpan(ProtobufBytes.Fixed64(7, ulong.MaxValue)), "start_time_unix_nano" },
        { "lists too deep", TraceMessages.WithSpan(TraceMessages.SpanAttribute("deep", Deep(1_000))), "nesting" },
    };

    [Theory]
    [MemberData(nameof(Malformed))]
    public async Task Receiver_MalformedMessage_Returns400AndKeepsNothing(string what, byte[] body, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync(body);

        Assert.True(response.StatusCode == HttpStatusCode.BadRequest, $"{what}: {response.StatusCode}");
        Assert.Contains(expected, await RunningReceiver.TextOfAsync(response), StringComparison.Ordinal);
        Assert.Equal(0, running.Store.Counts.SpansReceived);
    }

    [Fact]
    public async Task Receiver_BodyThatIsNotGzip_Returns400()
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync([1, 2, 3, 4], encoding: "gzip");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    /// <summary>Any damage is either refused or still a message; it is never the receiver's own failure.</summary>
    [Fact]
    public async Task Receiver_RandomDamage_Returns200Or400()
    {
        await using var running = await RunningReceiver.StartAsync();
        var whole = TraceMessages.WithSpan(
            ProtobufBytes.Fixed64(7, 1_000),
            TraceMessages.SpanAttribute("list", ProtobufBytes.Nested(5, ProtobufBytes.Nested(1, ProtobufBytes.Text(1, "é")))),
            ProtobufBytes.Nested(15, ProtobufBytes.Varint(3, 2)));
        var random = new Random(7);
        Dictionary<HttpStatusCode, int> answers = [];

        for (var i = 0; i < 1_000; i++)
        {
            var damaged = whole.ToArray();
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            using var response = await running.PostAsync(damaged);
            answers[response.StatusCode] = answers.GetValueOrDefault(response.StatusCode) + 1;
        }

        Assert.Equal([HttpStatusCode.OK, HttpStatusCode.BadRequest], answers.Keys.Order());
    }

    private static byte[] SpanOf(params byte[][] fields) => ProtobufBytes.Nested(1, ProtobufBytes.Nested(2, ProtobufBytes.Nested(2, fields)));

    private static byte[] Deep(int levels)
    {
        var value = ProtobufBytes.Text(1, "bottom");
        for (var level = 0; level < levels; level++)
        {
            value = ProtobufBytes.Nested(5, ProtobufBytes.Nested(1, value));
        }

        return value;
    }
}
