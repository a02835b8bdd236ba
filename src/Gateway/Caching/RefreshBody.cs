using System.Buffers;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Takes up the body of an answer, as far as there is room for it, which counts as memory of the cache.</summary>
/// <param name="mostBytes">The most that one may have.</param>
/// <param name="store">Has the room that all share.</param>
/// <param name="overflow">Told once when there is more; what comes then is dropped.</param>
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

    /// <summary>The body, which is the caller's to count from then on.</summary>
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

    // The buffer grows ahead of what is written.
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
