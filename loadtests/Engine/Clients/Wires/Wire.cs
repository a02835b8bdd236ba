namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>An open connection. To be used by one sender and one receiver at a time.</summary>
internal abstract class Wire : IDisposable
{
    /// <summary>
    /// Whether something came, or the other side closed, while nobody was waiting: nothing more should be sent.
    /// </summary>
    public abstract bool Stirred { get; }

    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> bytes);

    /// <returns>The number of bytes; 0 when the other side has closed.</returns>
    public abstract ValueTask<int> ReceiveAsync(Memory<byte> buffer);

    /// <summary>Makes what is under way fail soon; from any thread.</summary>
    public abstract void Abort();

    public abstract void Dispose();
}
