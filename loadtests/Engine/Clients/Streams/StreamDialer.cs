using System.Net;
using System.Net.Security;
using DroneDelivery.LoadTests.Engine.Clients.Wires;

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
        var destination = Destination.Of(context.InitialRequestMessage.RequestUri!);
        var wire = await _dialer.OpenStreamAsync(destination, SslApplicationProtocol.Http2, cancellationToken);
        return wire.Stream;
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
