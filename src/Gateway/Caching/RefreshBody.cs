using System.Buffers;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Buffers the body of a response while it is being received. The buffer counts as memory of the cache.</summary>
/// <param name="mostBytes">The maximum size of the body, in bytes.</param>
/// <param name="store">Accounts for the memory that all bodies and entries share.</param>
/// <param name="overflow">
/// Called once, if the body exceeds the maximum size or the available memory. The body is then discarded.
/// </param>
internal sealed class RefreshBody(long mostBytes, CacheStore store, Action overflow) : Stream
{
    private ArrayBufferWriter<byte> _taken = new();
    private long _reserved;

    public bool HasStarted { get; private set; }

    public bool HasOverflown { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Returns the body and releases its reserved memory. The caller accounts for the returned array.</summary>
    public byte[] Take()
    {
        var body = _taken.WrittenSpan.ToArray();
        LetGo();
        return body;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        HasStarted = true;
        if (HasOverflown)
        {
            return;
        }

        if (_taken.WrittenCount + buffer.Length <= mostBytes)
        {
            _taken.Write(buffer);
            if (TryReserve())
            {
                return;
            }
        }

        HasOverflown = true;
        LetGo();
        overflow();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer.AsSpan(offset, count));
        return Task.CompletedTask;
    }

    public override void Flush() => HasStarted = true;

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flush();
        return Task.CompletedTask;
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        LetGo();
        base.Dispose(disposing);
    }

    // Reserves the capacity of the buffer, which may be larger than the number of bytes written.
    private bool TryReserve()
    {
        var grown = _taken.Capacity - _reserved;
        if (grown > 0 && !store.TryReserve(grown))
        {
            return false;
        }

        _reserved += grown;
        return true;
    }

    private void LetGo()
    {
        _taken = new ArrayBufferWriter<byte>();
        if (_reserved > 0)
        {
            store.Release(_reserved);
            _reserved = 0;
        }
    }
}
