using System.Net;

namespace DroneDelivery.Lab.Tests.Collection;

public sealed class OtlpReceiverTests
{
    [Fact]
    public async Task Receiver_ValidExport_AnswersAnEmptyProtobufResponse()
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync(TraceMessages.WithSpan());

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("application/x-protobuf", response.Content.Headers.ContentType?.MediaType);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Receiver_PageOfAnotherWebSite_IsRefused()
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync(TraceMessages.WithSpan(), origin: "http://evil.example");

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Empty(running.Store.Snapshot());
    }

    [Fact]
    public async Task Receiver_GzipExport_IsUnpacked()
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync(RunningReceiver.Zip(TraceMessages.WithSpan()), encoding: "gzip");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("delivery", Assert.Single(running.Store.Snapshot()).Service);
    }

    [Fact]
    public async Task Receiver_Logs_AreAcceptedAndNotKept()
    {
        await using var running = await RunningReceiver.StartAsync();

        using var logs = await running.PostAsync([1, 2, 3], "v1/logs");

        Assert.Equal(HttpStatusCode.OK, logs.StatusCode);
        Assert.Empty(running.Store.Snapshot());
    }

    [Theory]
    [InlineData("application/json", null, "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf")]
    [InlineData(null, null, "application/x-protobuf")]
    [InlineData("application/x-protobuf", "br", "'br'")]
    public async Task Receiver_ForeignContent_Returns415ThatNamesIt(string? contentType, string? encoding, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.PostAsync("{}"u8.ToArray(), contentType: contentType, encoding: encoding);

        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
        Assert.Contains(expected, await RunningReceiver.TextOfAsync(response), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("v1/traces", HttpStatusCode.MethodNotAllowed)]
    [InlineData("v1/profiles", HttpStatusCode.NotFound)]
    public async Task Receiver_GetOrUnknownPath_IsRefused(string path, HttpStatusCode expected)
    {
        await using var running = await RunningReceiver.StartAsync();

        using var response = await running.GetAsync(path);

        Assert.Equal(expected, response.StatusCode);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receiver_MessageOverTheBound_Returns413(bool zipped)
    {
        var message = TraceMessages.WithSpan(TraceMessages.SpanAttribute("big", ProtobufBytes.Text(1, new string('a', 1_000))));
        await using var running = await RunningReceiver.StartAsync(message.Length - 1);

        // Zipped it is far smaller than the bound: only the unpacked size can refuse it.
        using var response = zipped
            ? await running.PostAsync(RunningReceiver.Zip(message), encoding: "gzip")
            : await running.PostAsync(message);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        Assert.Equal(0, running.Store.Counts.SpansReceived);
    }

    [Fact]
    public async Task Receiver_MessageOfTheBoundExactly_IsTaken()
    {
        var message = TraceMessages.WithSpan();
        await using var running = await RunningReceiver.StartAsync(message.Length);

        using var response = await running.PostAsync(message);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task Receiver_Disposed_NoLongerAnswers()
    {
        var running = await RunningReceiver.StartAsync();
        var endpoint = running.Receiver.Endpoint;
        await running.DisposeAsync();
        using var client = new HttpClient();

        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync(endpoint, TestContext.Current.CancellationToken));
    }
}
