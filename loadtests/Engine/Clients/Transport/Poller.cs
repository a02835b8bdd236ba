using System.Collections.Concurrent;

namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>
/// A thread that waits for events on its connections and runs the continuation of a pending receive or send on that same
/// thread. This saves about half of the cost of an asynchronous receive. Continuations must not block.
/// </summary>
internal sealed class Poller
{
    private static readonly Lazy<Poller[]> All = new(StartAll);
    private static int _last;

    private readonly Epoll _epoll = new();
    private readonly ConcurrentDictionary<long, EpollConnection> _connections = new();

    /// <summary>Returns the pollers of this process in turn. There is one for each core.</summary>
    public static Poller Next() => All.Value[(uint)Interlocked.Increment(ref _last) % All.Value.Length];

    public void Add(EpollConnection connection)
    {
        _connections[connection.Id] = connection;
        _epoll.Add(connection.Descriptor, connection.Id);
    }

    /// <summary>Closing the socket ends its events.</summary>
    public void Remove(EpollConnection connection) => _connections.TryRemove(connection.Id, out _);

    private static Poller[] StartAll() => [.. Enumerable.Range(1, Environment.ProcessorCount).Select(Start)];

    private static Poller Start(int number)
    {
        var poller = new Poller();
        new Thread(poller.Run) { IsBackground = true, Name = $"Load client {number}" }.UnsafeStart();
        return poller;
    }

    private void Run()
    {
        while (true)
        {
            var count = _epoll.Wait();
            for (var i = 0; i < count; i++)
            {
                // A connection that ended after its event was reported is not found: its descriptor may belong to another one.
                var (events, id) = _epoll[i];
                if (_connections.TryGetValue(id, out var connection))
                {
                    connection.Signal(events);
                }
            }
        }
    }
}
