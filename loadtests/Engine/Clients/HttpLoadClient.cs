using DroneDelivery.LoadTests.Engine.Clients.Http1;
using DroneDelivery.LoadTests.Engine.Clients.Streams;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// HTTP with nothing in between: no cookies of its own, no proxy, redirects, decompression or trace headers. Every answer is read
/// to its end. Safe for concurrent use.
/// </summary>
public sealed class HttpLoadClient : IDisposable
{
    private readonly IHttpExchange _exchange;
    private readonly ConnectionCounter _counter = new();
    private readonly bool _keepsCookies;

    /// <summary>HTTP/1.1 over kept connections.</summary>
    /// <param name="connections">As many as users, or requests wait for a connection.</param>
    /// <param name="timeout">For a whole request: connecting, sending, and reading the answer to its end.</param>
    public HttpLoadClient(int connections, TimeSpan timeout, TimeProvider time)
        : this(new HttpLoadOptions { Connections = connections, Timeout = timeout }, time)
    {
    }

    /// <exception cref="PlatformNotSupportedException">HTTP/3 on a machine without QUIC.</exception>
    public HttpLoadClient(HttpLoadOptions options, TimeProvider time)
    {
        _exchange = options.Protocol == HttpProtocol.Http1
            ? new Http1Exchange(options, _counter, time)
            : new StreamExchange(options, _counter, time);
        _keepsCookies = options.Cookies;
    }

    internal HttpLoadClient(HttpMessageHandler handler, TimeSpan timeout, TimeProvider time) =>
        _exchange = new StreamExchange(
            new StreamHandlers(handler), new HttpLoadOptions { Protocol = HttpProtocol.Http2, Timeout = timeout }, time);

    /// <summary>So far; to be read at any time, from any thread.</summary>
    public ClientCounts Counts => _counter.Counts;

    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; whatever else goes wrong is the outcome. The caller
    /// may go on on a thread that waits for other answers too, and must not block it.
    /// </summary>
    public ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken) =>
        _exchange.SendAsync(request, cancellationToken);

    /// <summary>As the other, for a request that is made once only.</summary>
    public ValueTask<RequestOutcome> SendAsync(
        HttpMethod method, Uri uri, IReadOnlyList<KeyValuePair<string, string>> headers, CancellationToken cancellationToken) =>
        _exchange.SendAsync(new PreparedRequest(method, uri, headers), cancellationToken);

    /// <summary>
    /// As <see cref="SendAsync(PreparedRequest, CancellationToken)"/>, and keeps headers and body of the answer. The caller goes
    /// on on the thread pool.
    /// </summary>
    public ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken) =>
        _exchange.AskAsync(request, cancellationToken);

    /// <summary>For one user, whose cookies, if the options allow any, are kept apart from those of others.</summary>
    public HttpSession OpenSession() => new(this, _keepsCookies);

    public void Dispose() => _exchange.Dispose();
}
