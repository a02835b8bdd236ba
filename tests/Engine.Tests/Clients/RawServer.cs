using System.Net;
using System.Net.Sockets;
using System.Text;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>
/// A server on a free port that keeps each request's head and answers with the bytes it is given: nothing hides the wire.
/// </summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<string, string?> _answer;
    private readonly List<string> _requests = [];
    private readonly Task _accepting;

    /// <param name="answer">From a request's head to the answer; null closes the connection.</param>
    public RawServer(Func<string, string?> answer)
    {
        _answer = answer;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");

    public int Connections { get; private set; }

    public IReadOnlyList<string> Requests
    {
        get
        {
            lock (_requests)
            {
                return [.. _requests];
            }
        }
    }

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
            var connection = await _listener.AcceptTcpClientAsync(_stop.Token);
            Connections++;
            open.Add(ServeAsync(connection));
        }

        await Task.WhenAll(open);
    }

    private async Task ServeAsync(TcpClient connection)
    {
        using var _ = connection;
        using var reader = new StreamReader(connection.GetStream(), Encoding.ASCII);
        while (await ReadHeadAsync(reader) is { Length: > 0 } head)
        {
            lock (_requests)
            {
                _requests.Add(head);
            }

            if (_answer(head) is not { } answer)
            {
                return;
            }

            await connection.GetStream().WriteAsync(Encoding.ASCII.GetBytes(answer), _stop.Token);
            if (answer.Contains("Connection: close", StringComparison.Ordinal))
            {
                return;
            }
        }
    }

    private async Task<string> ReadHeadAsync(StreamReader reader)
    {
        var head = new StringBuilder();
        while (await reader.ReadLineAsync(_stop.Token) is { Length: > 0 } line)
        {
            head.AppendLine(line);
        }

        return head.ToString();
    }
}
