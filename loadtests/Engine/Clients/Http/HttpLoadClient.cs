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
    private readonly HttpLoadOptions _options;
    private readonly TimeProvider _time;

    /// <summary>HTTP/1.1 over kept connections.</summary>
    /// <param name="connections">With fewer connections than users, requests wait for a connection.</param>
    /// <param name="timeout">For a whole request: waiting for a connection, connecting, sending, reading the response.</param>
    public HttpLoadClient(int connections, TimeSpan timeout, TimeProvider time)
        : this(new HttpLoadOptions { Connections = connections, Timeout = timeout }, time)
    {
    }

    /// <exception cref="PlatformNotSupportedException">HTTP/3 on a machine without QUIC.</exception>
    public HttpLoadClient(HttpLoadOptions options, TimeProvider time)
    {
        (_options, _time) = (options, time);
        _exchange = options.Protocol == HttpProtocol.Http1
            ? new Http1Exchange(options, _counter, time)
            : new StreamExchange(StreamHandlers.FromOptions(options, _counter, time), options, time);
    }

    internal HttpLoadClient(HttpMessageHandler handler, TimeSpan timeout, TimeProvider time)
    {
        (_options, _time) = (new HttpLoadOptions { Timeout = timeout }, time);
        _exchange = new StreamExchange(new StreamHandlers(HttpVersion.Version11, connections: 1, () => handler), _options, time);
    }

    /// <summary>Whether this machine has QUIC, which HTTP/3 needs.</summary>
    public static bool SupportsHttp3 => StreamHandlers.HasQuic;

    /// <summary>Counts since the client was created. Thread-safe.</summary>
    public ClientCounts Counts => _counter.Counts;

    /// <summary>The times of the connections that were opened since the last call. Thread-safe.</summary>
    public ConnectionTimes TakeConnectionTimes() => _counter.TakeTimes();

    /// <summary>
    /// A function that opens a connection without a request and closes it at once. It throws only when it is cancelled; every
    /// other failure is the outcome.
    /// </summary>
    /// <param name="tls">Whether to do a full TLS handshake.</param>
    public Func<CancellationToken, ValueTask<RequestOutcome>> ConnectTo(Uri address, bool tls)
    {
        var factory = new ConnectionFactory(_options.AcceptAnyCertificate, _counter, _time);
        var destination = new Destination(address.IdnHost, address.Port, tls);
        return async cancellationToken =>
        {
            using var limit = new CancellationTokenSource(_options.Timeout, _time);
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            try
            {
                using var connection = await factory.OpenAsync(destination, stop.Token);
                return new RequestOutcome(0, null, 0) { Expected = true };
            }
            catch (Exception exception) when (FailureReason.IsNetworkError(exception))
            {
                cancellationToken.ThrowIfCancellationRequested();
                return new RequestOutcome(
                    0, limit.IsCancellationRequested ? RequestOutcome.TimedOut : FailureReason.FromException(exception), 0);
            }
        };
    }

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
