namespace DroneDelivery.Gateway.Caching;

/// <summary>Buffers the body of a response while it is being received. The buffer counts as memory of the cache.</summary>
/// <param name="maxBytes">The maximum size of the body, in bytes.</param>
/// <param name="store">Accounts for the memory that all bodies and entries share.</param>
/// <param name="overflow">
/// Called once, if the body exceeds the maximum size or the available memory. The body is then discarded.
/// </param>
internal sealed class RefreshBody(long maxBytes, CacheStore store, Action overflow) : MemoryStream
{
    private long _reserved;

    public bool HasStarted { get; private set; }

    public bool HasOverflown { get; private set; }

    /// <summary>Returns the body and releases its reserved memory. The caller accounts for the returned array.</summary>
    public byte[] Take()
    {
        var body = ToArray();
        Release();
        return body;
    }

    // In a derived class, the other methods of MemoryStream that write a buffer call this one.
    public override void Write(byte[] buffer, int offset, int count)
    {
        HasStarted = true;
        if (HasOverflown)
        {
            return;
        }

        if (Length + count <= maxBytes)
        {
            base.Write(buffer, offset, count);
            if (TryReserve())
            {
                return;
            }
        }

        HasOverflown = true;
        Release();
        overflow();
    }

    public override void Flush() => HasStarted = true;

    protected override void Dispose(bool disposing)
    {
        if (CanWrite)
        {
            Release();
        }

        base.Dispose(disposing);
    }

    // Reserves the capacity of the buffer, which may be larger than the number of bytes written.
    private bool TryReserve()
    {
        var grown = Capacity - _reserved;
        if (grown > 0 && !store.TryReserve(grown))
        {
            return false;
        }

        _reserved += grown;
        return true;
    }

    private void Release()
    {
        SetLength(0);
        Capacity = 0;
        store.Release(_reserved);
        _reserved = 0;
    }
}
