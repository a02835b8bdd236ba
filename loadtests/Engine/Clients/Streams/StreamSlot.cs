namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>Room for one request at a time on a connection that carries several.</summary>
/// <param name="lane">The number of the connection.</param>
internal sealed class StreamSlot(int lane, DeadlineWatch watch) : TimedWork(watch), IDisposable
{
    private const int BufferSize = 16 * 1024;

    private CancellationTokenSource _stop = new();
    private bool _watched;

    public int Lane => lane;

    public byte[] Buffer { get; private set; } = [];

    /// <summary>The token that ends when the request is late or its caller cancels.</summary>
    public CancellationToken Begin(long due, CancellationToken cancellationToken)
    {
        if (!_watched)
        {
            Watch();
            (Buffer, _watched) = (new byte[BufferSize], true);
        }

        BeginWork(due, cancellationToken);
        return _stop.Token;
    }

    public WorkEnd Finish()
    {
        var end = EndWork();
        if (end != WorkEnd.InTime)
        {
            // Not disposed: the caller that gave up the request may still be about to cancel it.
            _stop = new CancellationTokenSource();
        }

        return end;
    }

    public void Dispose() => Forget();

    protected override void Abort() => _stop.Cancel();
}
