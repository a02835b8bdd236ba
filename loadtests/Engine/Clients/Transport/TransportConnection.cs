namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>An open connection, for one sender and one receiver at a time.</summary>
internal abstract class TransportConnection : IDisposable
{
    /// <summary>
    /// Whether bytes arrived or the other side closed while no receive was pending. Such a connection must not be used again.
    /// </summary>
    public abstract bool BecameReadable { get; }

    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> bytes);

    /// <returns>The number of bytes; 0 when the other side has closed.</returns>
    public abstract ValueTask<int> ReceiveAsync(Memory<byte> buffer);

    /// <summary>Makes pending operations fail soon. Thread-safe.</summary>
    public abstract void Abort();

    public abstract void Dispose();
}
