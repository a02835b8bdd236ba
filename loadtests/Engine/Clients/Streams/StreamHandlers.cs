using System.Net.Quic;
using System.Net.Security;

namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>.NET's HTTP handlers: one for each connection, or one for each request if each opens a new connection.</summary>
/// <param name="connections">The number of connections that are kept; 0 for a new one for each request.</param>
internal sealed class StreamHandlers(Version version, int connections, Func<HttpMessageHandler> create) : IDisposable
{
    private readonly HttpMessageInvoker[] _kept =
        [.. Enumerable.Range(0, connections).Select(_ => new HttpMessageInvoker(create()))];

    /// <exception cref="PlatformNotSupportedException">HTTP/3 on a machine without QUIC.</exception>
    public static StreamHandlers FromOptions(HttpLoadOptions options, ConnectionCounter counter, TimeProvider time)
    {
        if (options.Protocol == HttpProtocol.Http3 && !HasQuic)
        {
            throw new PlatformNotSupportedException(
                "HTTP/3 needs QUIC, which this machine lacks: install libmsquic, or use HTTP/2.");
        }

        return new StreamHandlers(
            options.Protocol == HttpProtocol.Http3 ? HttpVersion.Version30 : HttpVersion.Version20,
            options.NewConnectionPerRequest ? 0 : options.Connections,
            () => CreateHandler(options, counter, time));
    }

    // QuicConnection is available only on these platforms.
    public static bool HasQuic =>
        (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()) && QuicConnection.IsSupported;

    /// <summary>A handler that the caller disposes after its request; null if connections are kept.</summary>
    public HttpMessageInvoker? OpenSingle() => connections == 0 ? new HttpMessageInvoker(create()) : null;

    /// <param name="lane">The index of the connection.</param>
    public HttpMessageInvoker Kept(int lane) => _kept[lane];

    public HttpRequestMessage Message(PreparedRequest request)
    {
        var message = new HttpRequestMessage(request.Method, request.Uri)
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (request.HasBody)
        {
            message.Content = new ReadOnlyMemoryContent(request.Body);
        }

        foreach (var (name, value) in request.Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
            {
                (message.Content ??= new ReadOnlyMemoryContent(default)).Headers.TryAddWithoutValidation(name, value);
            }
        }

        return message;
    }

    public void Dispose() => Array.ForEach(_kept, invoker => invoker.Dispose());

    /// <summary>
    /// A handler that sends each request as it is, without trace headers, cookies, redirects, decompression or proxy, and counts
    /// the connections that it opens.
    /// </summary>
    private static SocketsHttpHandler CreateHandler(HttpLoadOptions options, ConnectionCounter counter, TimeProvider time)
    {
        var factory = new ConnectionFactory(options.AcceptAnyCertificate, counter, time);
        return new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ConnectCallback = async (context, token) => (await factory.OpenStreamAsync(
                Destination.FromUri(context.InitialRequestMessage.RequestUri!), SslApplicationProtocol.Http2, token)).Stream,
            EnableMultipleHttp2Connections = false,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
            SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = CountQuic },
            UseCookies = false,
            UseProxy = false,
        };

        // ConnectCallback opens the connections over TCP, TLS included. Only QUIC calls this, once for each connection.
        bool CountQuic(object sender, object? certificate, object? chain, SslPolicyErrors errors)
        {
            if (errors != SslPolicyErrors.None && !options.AcceptAnyCertificate)
            {
                return false;
            }

            counter.AddHandshake();
            counter.AddOpened(connecting: null, handshake: null);
            return true;
        }
    }
}
