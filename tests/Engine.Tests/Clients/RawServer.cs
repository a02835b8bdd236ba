namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>A server that keeps the bytes of each request's head, and answers each with the same bytes.</summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly string _answer;
    private readonly List<string> _requests = [];
    private readonly ScriptedServer _server;

    public RawServer(string answer)
    {
        _answer = answer;
        _server = new ScriptedServer(ServeAsync);
    }

    public Uri Address => _server.Address;

    public int Connections => _server.Connections;

    /// <summary>Runs before each request is answered, with the number of requests so far.</summary>
    public Func<int, Task> BeforeAnswer { get; set; } = _ => Task.CompletedTask;

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
            int count;
            lock (_requests)
            {
                _requests.Add(head);
                count = _requests.Count;
            }

            await BeforeAnswer(count);
            await connection.SendAsync(_answer);
        }
    }
}
