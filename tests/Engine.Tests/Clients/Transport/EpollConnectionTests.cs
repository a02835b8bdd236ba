using System.Net;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Engine.Clients.Transport;

namespace DroneDelivery.Engine.Tests.Clients.Transport;

public sealed class EpollConnectionTests
{
    // A listener that accepts nothing drops further connection requests once its queue is full: connecting then never ends by itself.
    [Fact]
    public async Task ConnectAsync_AbortedBeforeTheFirstWait_EndsAtOnce()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "There are polled wires on Linux only.");
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var endpoint = (IPEndPoint)listener.LocalEndPoint!;
        List<Socket> queue = [.. Enumerable.Range(0, 8).Select(_ => new Socket(SocketType.Stream, ProtocolType.Tcp))];
        queue.ForEach(socket => _ = socket.ConnectAsync(endpoint));

        var connecting = EpollConnection.ConnectAsync(endpoint, new CancellationToken(canceled: true)).AsTask();

        var error = await Assert.ThrowsAsync<SocketException>(
            () => connecting.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken));
        Assert.Equal(SocketError.OperationAborted, error.SocketErrorCode);
        queue.ForEach(socket => socket.Dispose());
    }
}
