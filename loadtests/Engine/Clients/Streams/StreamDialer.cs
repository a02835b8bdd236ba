using System.Net;
using System.Net.Security;

namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>Makes handlers that add nothing to a request and count the connections they open.</summary>
internal sealed class StreamDialer(HttpLoadOptions options, ConnectionCounter counter)
{
    private readonly Dialer _dialer = new(options.AcceptAnyCertificate, counter);

    public HttpMessageHandler CreateHandler() => new SocketsHttpHandler
    {
        ActivityHeadersPropagator = null,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        ConnectCallback = ConnectAsync,
        EnableMultipleHttp2Connections = false,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
        SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = CountQuic },
        UseCookies = false,
        UseProxy = false,
    };

    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var uri = context.InitialRequestMessage.RequestUri!;
        var tls = uri.Scheme == Uri.UriSchemeHttps;
        var (host, port) = (context.DnsEndPoint.Host, context.DnsEndPoint.Port);
        var protocol = options.Protocol == HttpProtocol.Http1 ? SslApplicationProtocol.Http11 : SslApplicationProtocol.Http2;
        return await _dialer.OpenStreamAsync(host, port, tls ? protocol : null, cancellationToken);
    }

    // Connections over TCP come by ConnectAsync with TLS done; only QUIC asks here, once for each connection.
    private bool CountQuic(object sender, object? certificate, object? chain, SslPolicyErrors errors)
    {
        if (errors != SslPolicyErrors.None && !options.AcceptAnyCertificate)
        {
            return false;
        }

        counter.AddHandshake();
        counter.AddOpened();
        return true;
    }
}
