using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>A connection over the platform's streams: with TLS, and without it where there is no poller.</summary>
internal sealed class StreamWire(Socket socket, Stream stream) : Wire
{
    public Stream Stream => stream;

    // What the socket has may be TLS's own; only reading would tell.
    public override bool Stirred => false;

    public override ValueTask SendAsync(ReadOnlyMemory<byte> bytes) => stream.WriteAsync(bytes, CancellationToken.None);

    public override ValueTask<int> ReceiveAsync(Memory<byte> buffer) => stream.ReadAsync(buffer, CancellationToken.None);

    public override void Abort() => socket.Dispose();

    public override void Dispose() => stream.Dispose();
}
