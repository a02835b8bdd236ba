using System.Collections.Concurrent;
using Microsoft.AspNetCore.Connections;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>The connections that a server has accepted, in their order.</summary>
internal sealed class ConnectionLog
{
    private readonly ConcurrentQueue<ConnectionContext> _accepted = new();
    private int _dropped;

    public int Accepted => _accepted.Count;

    public ConnectionDelegate Count(ConnectionDelegate next) => connection =>
    {
        _accepted.Enqueue(connection);
        return next(connection);
    };

    /// <summary>Ends the first so many connections, when it is called for the first time.</summary>
    public void DropOnce(int count)
    {
        if (Interlocked.Exchange(ref _dropped, 1) == 0)
        {
            _accepted.Take(count).ToList().ForEach(connection => connection.Abort());
        }
    }
}
