using DroneDelivery.LoadTests.Engine.Clients.Http1;
using DroneDelivery.LoadTests.Engine.Clients.Streams;

namespace DroneDelivery.LoadTests.Engine.Clients.Http;

/// <summary>
/// An HTTP client that adds nothing: no cookies (see <see cref="HttpSession"/>), proxy, redirects, decompression or trace
/// headers. Every response is read to its end. Safe for concurrent use.
/// </summary>
public sealed class HttpLoadClient : IDisposable
{
    private readonly IHttpExchange _exchange;
    private readonly ConnectionCounter _counter = new();

    /// <summary>HTTP/1.1 over kept connections.</summary>
    /// <param name="connections">With fewer connections than users, requests wait for a connection.</param>
    /// <param name="timeout">For a whole request: waiting for a connection, connecting, sending, reading the response.</param>
    public HttpLoadClient(int connections, TimeSpan timeout, TimeProvider time)
        : this(new HttpLoadOptions { Connections = connections, Timeout = timeout }, time)
    {
    }

    /// <exception cref="PlatformNotSupportedException">HTTP/3 on a machine without QUIC.</exception>
    public HttpLoadClient(HttpLoadOptions options, TimeProvider time) => _exchange = options.Protocol == HttpProtocol.Http1
        ? new Http1Exchange(options, _counter, time)
        : new StreamExchange(StreamHandlers.FromOptions(options, _counter), options, time);

    internal HttpLoadClient(HttpMessageHandler handler, TimeSpan timeout, TimeProvider time) =>
        _exchange = new StreamExchange(
            new StreamHandlers(HttpVersion.Version11, connections: 1, () => handler),
            new HttpLoadOptions { Timeout = timeout },
            time);

    /// <summary>Counts since the client was created. Thread-safe.</summary>
    public ClientCounts Counts => _counter.Counts;

    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; every other failure is reported as the outcome. The
    /// caller's continuation may run on a thread that also receives other responses, and must not block it.
    /// </summary>
    public ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken) =>
        _exchange.ExchangeAsync(request, null, cancellationToken);

    /// <summary>As <see cref="SendAsync"/>, with headers and body. The caller's continuation runs on the thread pool.</summary>
    public async ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken)
    {
        var keeper = new AnswerKeeper();
        var outcome = await _exchange.ExchangeAsync(request, keeper, cancellationToken);

        // The caller may parse the response, which would delay other connections on the thread that receives for them.
        await Task.Yield();
        return outcome.Error is null ? keeper.ToAnswer(outcome) : HttpAnswer.None(outcome);
    }

    public void Dispose() => _exchange.Dispose();
}
