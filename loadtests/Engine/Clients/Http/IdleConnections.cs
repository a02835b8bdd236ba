using System.Collections.Concurrent;

namespace DroneDelivery.LoadTests.Engine.Clients.Http;

/// <summary>Connections opened at a rate that send nothing and stay open: load on a server in addition to its requests.</summary>
public sealed class IdleConnections(Uri address, bool acceptAnyCertificate, TimeProvider time) : IAsyncDisposable
{
    private readonly ConnectionCounter _counter = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentBag<Task> _connections = [];
    private long _held;
    private long _refused;

    /// <summary>Connections that are open. One that the server closes no longer counts.</summary>
    public long Held => Interlocked.Read(ref _held);

    /// <summary>Connections that could not be opened.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>All connections opened since the start, and their TLS handshakes.</summary>
    public ClientCounts Counts => _counter.Counts;

    /// <summary>Called when a held connection has ended and no longer counts; from any thread.</summary>
    internal Action? ConnectionLost { get; init; }

    /// <summary>
    /// Opens connections, evenly spaced, and returns when each of them is held or refused. Held connections stay open until
    /// disposal. Must not be called concurrently.
    /// </summary>
    /// <param name="rate">Connections per second.</param>
    public async Task OpenAsync(int connections, double rate, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(rate);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token);
        var (clock, destination) = (new RunClock(time), Destination.FromUri(address));
        var opening = new List<Task>();
        for (var number = 0; number < connections; number++)
        {
            await clock.WaitUntilAsync(TimeSpan.FromSeconds(number / rate), cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            opening.Add(OpenAsync(destination, stop.Token));
        }

        await Task.WhenAll(opening);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_connections);
        _stop.Dispose();
    }

    private async Task OpenAsync(Destination destination, CancellationToken cancellationToken)
    {
        try
        {
            var factory = new ConnectionFactory(acceptAnyCertificate, _counter, time);
            var connection = await factory.OpenAsync(destination, cancellationToken);
            Interlocked.Increment(ref _held);
            _connections.Add(HoldAsync(connection));
        }
        catch (Exception exception) when (FailureReason.IsNetworkError(exception))
        {
            cancellationToken.ThrowIfCancellationRequested();
            Interlocked.Increment(ref _refused);
        }
    }

    /// <summary>Reads until the server closes the connection. Bytes that the server sends are discarded.</summary>
    private async Task HoldAsync(TransportConnection connection)
    {
        using var _ = connection;
        await using var stop = _stop.Token.UnsafeRegister(static state => ((TransportConnection)state!).Abort(), connection);
        try
        {
            var buffer = new byte[256];
            while (await connection.ReceiveAsync(buffer) > 0)
            {
            }
        }
        catch (Exception exception) when (FailureReason.IsNetworkError(exception))
        {
            // The connection was reset or aborted.
        }

        Interlocked.Decrement(ref _held);
        ConnectionLost?.Invoke();
    }
}
