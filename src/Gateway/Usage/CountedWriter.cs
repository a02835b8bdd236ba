using System.IO.Pipelines;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Counts the bytes that are written to the body of a response through its pipe, as JSON is.</summary>
internal sealed class CountedWriter(PipeWriter inner, CountedRequest request) : PipeWriter
{
    public override bool CanGetUnflushedBytes => inner.CanGetUnflushedBytes;

    public override long UnflushedBytes => inner.UnflushedBytes;

    public override void Advance(int bytes)
    {
        request.BytesOut += bytes;
        inner.Advance(bytes);
    }

    public override void CancelPendingFlush() => inner.CancelPendingFlush();

    public override void Complete(Exception? exception = null) => inner.Complete(exception);

    public override ValueTask CompleteAsync(Exception? exception = null) => inner.CompleteAsync(exception);

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) =>
        Flushed(inner.FlushAsync(cancellationToken));

    public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => inner.GetSpan(sizeHint);

    public override ValueTask<FlushResult> WriteAsync(
        ReadOnlyMemory<byte> source, CancellationToken cancellationToken = default)
    {
        request.BytesOut += source.Length;
        return Flushed(inner.WriteAsync(source, cancellationToken));
    }

    private ValueTask<FlushResult> Flushed(ValueTask<FlushResult> flush)
    {
        request.HasWaitedForClient |= !flush.IsCompletedSuccessfully;
        return flush;
    }
}
