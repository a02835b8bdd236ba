using System.Net;
using System.Net.Sockets;
using System.Text;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>
/// A server on a free port that runs the test's code for each connection, and closes the connection when the code has ended.
/// </summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<ServerConnection, Task> _serve;
    private readonly Task _accepting;
    private int _connections;

    public ScriptedServer(Func<ServerConnection, Task> serve)
    {
        _serve = serve;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");

    public int Connections => Volatile.Read(ref _connections);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var open = new List<Task>();
        while (!_stop.IsCancellationRequested)
        {
            var client = await _listener.AcceptTcpClientAsync(_stop.Token);
            open.Add(ServeAsync(client, Interlocked.Increment(ref _connections)));
        }

        await Task.WhenAll(open);
    }

    private async Task ServeAsync(TcpClient client, int number)
    {
        using var _ = client;
        client.NoDelay = true;
        await _serve(new ServerConnection(client, number, _stop.Token));
    }
}

/// <summary>The server's side of one connection.</summary>
/// <param name="Number">From 1, in the order of arrival.</param>
internal sealed record ServerConnection(TcpClient Client, int Number, CancellationToken Stop)
{
    private readonly byte[] _buffer = new byte[64 * 1024];

    /// <summary>Receives until the end of a head; empty when the client has closed.</summary>
    public async Task<string> ReadHeadAsync()
    {
        var head = "";
        while (!head.Contains("\r\n\r\n", StringComparison.Ordinal))
        {
            var count = await Client.GetStream().ReadAsync(_buffer, Stop);
            if (count == 0)
            {
                return "";
            }

            head += Encoding.Latin1.GetString(_buffer, 0, count);
        }

        return head;
    }

    public async Task SendAsync(string answer) => await Client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(answer), Stop);

    /// <summary>Ends the connection with a reset, as a server does that crashes.</summary>
    public void Reset() => Client.Client.Close(0);
}
