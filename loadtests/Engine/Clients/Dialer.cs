using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Opens connections, with TLS where asked for, and counts them.</summary>
internal sealed class Dialer(bool acceptAnyCertificate, ConnectionCounter counter)
{
    /// <param name="tls">The protocol to agree on over TLS; null for none.</param>
    public async ValueTask<Stream> OpenStreamAsync(
        string host, int port, SslApplicationProtocol? tls, CancellationToken cancellationToken)
    {
        var socket = await ConnectAsync(host, port, cancellationToken);
        var stream = new NetworkStream(socket, ownsSocket: true);
        var secured = tls is { } protocol ? await SecureAsync(stream, host, protocol, cancellationToken) : (Stream)stream;
        counter.AddOpened();
        return secured;
    }

    public static async ValueTask<Socket> ConnectAsync(string host, int port, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(new DnsEndPoint(host, port), cancellationToken);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private async ValueTask<SslStream> SecureAsync(
        Stream stream, string host, SslApplicationProtocol protocol, CancellationToken cancellationToken)
    {
        var secured = new SslStream(stream, leaveInnerStreamOpen: false);
        try
        {
            await secured.AuthenticateAsClientAsync(Options(host, protocol), cancellationToken);
            counter.AddHandshake();
            return secured;
        }
        catch
        {
            await secured.DisposeAsync();
            throw;
        }
    }

    private SslClientAuthenticationOptions Options(string host, SslApplicationProtocol protocol) => new()
    {
        AllowTlsResume = false,
        ApplicationProtocols = [protocol],
        RemoteCertificateValidationCallback = (_, _, _, errors) => errors == SslPolicyErrors.None || acceptAnyCertificate,
        TargetHost = host,
    };
}
