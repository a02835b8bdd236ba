using System.IO.Compression;
using System.Net.Http.Headers;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>A receiver on a real socket and a client that posts bytes to it.</summary>
internal sealed class RunningReceiver : IAsyncDisposable
{
    private readonly HttpClient _client;

    private RunningReceiver(OtlpReceiver receiver) =>
        (Receiver, _client) = (receiver, new HttpClient { BaseAddress = receiver.Endpoint });

    public OtlpReceiver Receiver { get; }

    public SpanStore Store => Receiver.Spans;

    public MetricStore Metrics => Receiver.Metrics;

    public static async Task<RunningReceiver> StartAsync(int maxMessageBytes = OtlpReceiver.DefaultMaxMessageBytes)
    {
        var (spans, metrics) = (new SpanStore(seed: 1, new SpanStoreLimits(), TimeProvider.System), new MetricStore());
        var receiver = await OtlpReceiver.StartAsync(
            port: 0, spans, metrics, TestContext.Current.CancellationToken, maxMessageBytes);
        return new RunningReceiver(receiver);
    }

    public Task<HttpResponseMessage> GetAsync(string path) => _client.GetAsync(path, TestContext.Current.CancellationToken);

    public async Task<HttpResponseMessage> PostAsync(
        byte[] body, string path = "v1/traces", string? contentType = "application/x-protobuf", string? encoding = null,
        string? origin = null)
    {
        using var content = new ByteArrayContent(body);
        content.Headers.ContentType = contentType is null ? null : MediaTypeHeaderValue.Parse(contentType);
        if (encoding is not null)
        {
            content.Headers.ContentEncoding.Add(encoding);
        }

        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = content };
        if (origin is not null)
        {
            request.Headers.Add("Origin", origin);
        }

        return await _client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Posts a message with one span and returns what the store then holds of it.</summary>
    public async Task<SpanRecord> PostSpanAsync(byte[] message)
    {
        using var response = await PostAsync(message);
        Assert.True(response.IsSuccessStatusCode, await TextOfAsync(response));
        return Assert.Single(Store.Snapshot());
    }

    /// <summary>Posts a message with metrics and returns what the store then holds of it.</summary>
    public async Task<IReadOnlyList<MetricSample>> PostMetricsAsync(byte[] message)
    {
        using var response = await PostAsync(message, "v1/metrics");
        Assert.True(response.IsSuccessStatusCode, await TextOfAsync(response));
        return Metrics.Snapshot();
    }

    public static Task<string> TextOfAsync(HttpResponseMessage response) =>
        response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

    public static byte[] Zip(byte[] plain)
    {
        using var zipped = new MemoryStream();
        using (var gzip = new GZipStream(zipped, CompressionLevel.Optimal))
        {
            gzip.Write(plain);
        }

        return zipped.ToArray();
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await Receiver.DisposeAsync();
    }
}
