using System.Net.Security;

namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>Opens connections, with TLS for https destinations, and counts and times them.</summary>
internal sealed class ConnectionFactory(bool acceptAnyCertificate, ConnectionCounter counter, TimeProvider time)
{
    /// <summary>For HTTP/1.1.</summary>
    public async ValueTask<TransportConnection> OpenAsync(Destination destination, CancellationToken cancellationToken)
    {
        if (!destination.Tls && OperatingSystem.IsLinux())
        {
            var start = time.GetTimestamp();
            var connection = await destination.ConnectAsync(EpollConnection.ConnectAsync, cancellationToken);
            counter.AddOpened(time.GetElapsedTime(start), handshake: null);
            return connection;
        }

        return await OpenStreamAsync(destination, SslApplicationProtocol.Http11, cancellationToken);
    }

    /// <param name="protocol">The application protocol to negotiate over TLS.</param>
    public async ValueTask<StreamConnection> OpenStreamAsync(
        Destination destination, SslApplicationProtocol protocol, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        var socket = await destination.ConnectAsync(ConnectAsync, cancellationToken);
        var connected = time.GetTimestamp();
        var plain = new NetworkStream(socket, ownsSocket: true);
        var stream = destination.Tls ? await SecureAsync(plain, destination.Host, protocol, cancellationToken) : (Stream)plain;
        counter.AddOpened(time.GetElapsedTime(start, connected), destination.Tls ? time.GetElapsedTime(connected) : null);
        return new StreamConnection(socket, stream);
    }

    private static async ValueTask<Socket> ConnectAsync(IPEndPoint endpoint, CancellationToken cancellationToken)
    {
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(endpoint, cancellationToken);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private async ValueTask<SslStream> SecureAsync(
        Stream plain, string host, SslApplicationProtocol protocol, CancellationToken cancellationToken)
    {
        var secured = new SslStream(plain, leaveInnerStreamOpen: false);
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

    // Each connection does a full handshake, as the connection of a new client does.
    private SslClientAuthenticationOptions Options(string host, SslApplicationProtocol protocol) => new()
    {
        AllowTlsResume = false,
        ApplicationProtocols = [protocol],
        RemoteCertificateValidationCallback = (_, _, _, errors) => errors == SslPolicyErrors.None || acceptAnyCertificate,
        TargetHost = host,
    };
}

/// <summary>A connection over a .NET stream: for TLS, or where epoll (<see cref="Poller"/>) is not available.</summary>
internal sealed class StreamConnection(Socket socket, Stream stream) : TransportConnection
{
    public Stream Stream => stream;

    // Not known: bytes in the socket may be TLS messages without application data. Only a read would show.
    public override bool BecameReadable => false;

    public override ValueTask SendAsync(ReadOnlyMemory<byte> bytes) => stream.WriteAsync(bytes, CancellationToken.None);

    public override ValueTask<int> ReceiveAsync(Memory<byte> buffer) => stream.ReadAsync(buffer, CancellationToken.None);

    public override void Abort() => socket.Dispose();

    public override void Dispose() => stream.Dispose();
}
