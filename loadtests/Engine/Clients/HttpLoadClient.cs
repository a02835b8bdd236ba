using System.Buffers;
using System.Net;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// HTTP/1.1 over kept connections, with nothing in between: no cookies, proxy, redirects, decompression or trace headers of its
/// own. Every answer is read to its end. Safe for concurrent use.
/// </summary>
public sealed class HttpLoadClient : IDisposable
{
    private const int BufferSize = 16 * 1024;

    private readonly HttpMessageInvoker _invoker;
    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;

    /// <param name="connections">As many as users, or requests wait for a connection.</param>
    /// <param name="timeout">For a whole request: connecting, sending, and reading the answer to its end.</param>
    public HttpLoadClient(int connections, TimeSpan timeout, TimeProvider time)
        : this(KeptConnections(connections), timeout, time)
    {
    }

    internal HttpLoadClient(HttpMessageHandler handler, TimeSpan timeout, TimeProvider time)
    {
        _invoker = new HttpMessageInvoker(handler);
        (_timeout, _time) = (timeout, time);
    }

    public async ValueTask<RequestOutcome> SendAsync(
        HttpMethod method, Uri uri, IReadOnlyList<KeyValuePair<string, string>> headers, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(method, uri);
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return await SendAsync(request, cancellationToken);
    }

    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; whatever else goes wrong is the outcome.
    /// </summary>
    public async ValueTask<RequestOutcome> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(_timeout, _time);
        await using var registration = cancellationToken.UnsafeRegister(Cancel, limit);
        try
        {
            (request.Version, request.VersionPolicy) = (HttpVersion.Version11, HttpVersionPolicy.RequestVersionExact);
            using var response = await _invoker.SendAsync(request, limit.Token);
            var bytes = await ReadToEndAsync(response.Content, limit.Token);
            return new RequestOutcome((int)response.StatusCode, null, bytes);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return new RequestOutcome(0, RequestOutcome.TimedOut, 0);
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException)
        {
            return new RequestOutcome(0, FailureReason.Of(exception), 0);
        }
    }

    public void Dispose() => _invoker.Dispose();

    private static void Cancel(object? source) => ((CancellationTokenSource)source!).Cancel();

    private static SocketsHttpHandler KeptConnections(int connections) => new()
    {
        ActivityHeadersPropagator = null,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        MaxConnectionsPerServer = connections,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
        UseCookies = false,
        UseProxy = false,
    };

    private static async ValueTask<long> ReadToEndAsync(HttpContent content, CancellationToken cancellationToken)
    {
        await using var body = await content.ReadAsStreamAsync(cancellationToken);
        var buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        try
        {
            var total = 0L;
            while (await body.ReadAsync(buffer, cancellationToken) is > 0 and var read)
            {
                total += read;
            }

            return total;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
