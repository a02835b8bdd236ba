namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>A server that keeps the bytes of each request's head, and answers with the bytes it is given.</summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly Func<string, string?> _answer;
    private readonly List<string> _requests = [];
    private readonly ScriptedServer _server;

    /// <param name="answer">From a request's head to the answer; null closes the connection.</param>
    public RawServer(Func<string, string?> answer)
    {
        _answer = answer;
        _server = new ScriptedServer(ServeAsync);
    }

    public Uri Address => _server.Address;

    public int Connections => _server.Connections;

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

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task ServeAsync(ServerConnection connection)
    {
        while (await connection.ReadHeadAsync() is { Length: > 0 } head)
        {
            lock (_requests)
            {
                _requests.Add(head);
            }

            if (_answer(head) is not { } answer)
            {
                return;
            }

            await connection.SendAsync(answer);
            if (answer.Contains("Connection: close", StringComparison.Ordinal))
            {
                return;
            }
        }
    }
}
