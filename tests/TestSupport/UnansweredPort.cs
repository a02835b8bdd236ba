using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.TestSupport;

/// <summary>A port that refuses connections, and that no other server can take.</summary>
public sealed class UnansweredPort : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public UnansweredPort() => _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public Uri Address => new($"http://{_socket.LocalEndPoint}");

    public void Dispose() => _socket.Dispose();
}
