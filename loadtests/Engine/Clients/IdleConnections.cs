using DroneDelivery.LoadTests.Engine.Clients.Wires;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// Connections that are opened at a rate, send nothing, and are kept: what a server has to carry besides its requests. Counts
/// those that could not be opened and those that the server closed.
/// </summary>
public sealed class IdleConnections(Uri address, bool acceptAnyCertificate, TimeProvider time) : IAsyncDisposable
{
    private readonly ConnectionCounter _counter = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Task> _connections = [];
    private long _held;
    private long _refused;
    private long _lost;

    /// <summary>Open at the moment.</summary>
    public long Held => Interlocked.Read(ref _held);

    /// <summary>Could not be opened.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>Were open, and ended without being asked to.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>Called with <see cref="Lost"/> whenever it grows, from any thread.</summary>
    public Action<long>? ConnectionLost { get; init; }

    /// <summary>All that were opened so far, and their TLS handshakes.</summary>
    public ClientCounts Counts => _counter.Counts;

    /// <summary>
    /// Opens connections, evenly spaced, and returns when each of them is held or refused. Those held stay open until disposal.
    /// To be called by one caller at a time.
    /// </summary>
    /// <param name="rate">Connections per second.</param>
    public async Task OpenAsync(int connections, double rate, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(rate);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token);
        var (start, destination) = (time.GetTimestamp(), Destination.FromUri(address));
        var opening = new List<Task>();
        for (var number = 0; number < connections; number++)
        {
            var due = TimeSpan.FromSeconds(number / rate) - time.GetElapsedTime(start);
            if (due >= TimeSpan.FromMilliseconds(1))
            {
                await Task.Delay(due, time, cancellationToken);
            }

            opening.Add(OpenAsync(destination, stop.Token));
        }

        await Task.WhenAll(opening);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        Task[] held;
        lock (_connections)
        {
            held = [.. _connections];
        }

        await Task.WhenAll(held);
        _stop.Dispose();
    }

    private async Task OpenAsync(Destination destination, CancellationToken cancellationToken)
    {
        try
        {
            var wire = await new Dialer(acceptAnyCertificate, _counter).OpenWireAsync(destination, cancellationToken);
            Interlocked.Increment(ref _held);
            lock (_connections)
            {
                _connections.Add(HoldAsync(wire));
            }
        }
        catch (Exception exception) when (FailureReason.IsOfNetwork(exception))
        {
            cancellationToken.ThrowIfCancellationRequested();
            Interlocked.Increment(ref _refused);
        }
    }

    /// <summary>Waits for what should not come: the server's end, or its bytes.</summary>
    private async Task HoldAsync(Wire wire)
    {
        using var _ = wire;
        await using var stop = _stop.Token.UnsafeRegister(static wire => ((Wire)wire!).Abort(), wire);
        try
        {
            var buffer = new byte[256];
            while (await wire.ReceiveAsync(buffer) > 0)
            {
            }
        }
        catch (Exception exception) when (FailureReason.IsOfNetwork(exception))
        {
            // Ended the hard way.
        }

        Interlocked.Decrement(ref _held);
        if (!_stop.IsCancellationRequested)
        {
            ConnectionLost?.Invoke(Interlocked.Increment(ref _lost));
        }
    }
}
