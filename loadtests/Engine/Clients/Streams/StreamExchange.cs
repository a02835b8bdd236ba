namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>
/// HTTP/2 and HTTP/3 through .NET's own handlers: one handler for each connection. Each connection carries several requests
/// at a time.
/// </summary>
internal sealed class StreamExchange : IHttpExchange
{
    private readonly StreamHandlers _handlers;
    private readonly DeadlineWatch _watch;
    private readonly SlotPool _slots;

    public StreamExchange(StreamHandlers handlers, HttpLoadOptions options, TimeProvider time)
    {
        _handlers = handlers;
        _watch = new DeadlineWatch(options.Timeout, time);
        _slots = new SlotPool(_watch);
        for (var i = (options.Connections * options.StreamsPerConnection) - 1; i >= 0; i--)
        {
            _slots.Add(new StreamSlot(_slots, _watch, handlers, i % options.Connections));
        }
    }

    public ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken) =>
        _slots.ExchangeAsync(request, keeper, cancellationToken);

    public void Dispose()
    {
        _watch.Dispose();
        _handlers.Dispose();
        _slots.Dispose();
    }
}

/// <summary>A slot for one request at a time on a connection that carries several.</summary>
/// <param name="lane">The number of the connection.</param>
internal sealed class StreamSlot(SlotPool slots, DeadlineWatch watch, StreamHandlers handlers, int lane)
    : RequestSlot(slots, watch)
{
    private const int BufferSize = 16 * 1024;

    private CancellationTokenSource _stop = new();

    private byte[] Buffer => field ??= new byte[BufferSize];

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<RequestOutcome> AskAsync(PreparedRequest request, AnswerKeeper? keeper)
    {
        var stop = _stop.Token;
        using var single = handlers.OpenSingle();
        using var message = handlers.Message(request);
        using var response = await (single ?? handlers.Kept(lane)).SendAsync(message, stop);
        keeper?.KeepHeaders(response);
        var bytes = await ReadToEndAsync(response.Content, keeper, stop);
        return new RequestOutcome((int)response.StatusCode, null, bytes);
    }

    protected override void Abort() => _stop.Cancel();

    // Not disposed: the thread that aborted the request may still be about to cancel it.
    protected override void Reset() => _stop = new CancellationTokenSource();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<long> ReadToEndAsync(HttpContent content, AnswerKeeper? keeper, CancellationToken stop)
    {
        var body = content.ReadAsStream(stop);
        var total = 0L;
        while (await body.ReadAsync(Buffer, stop) is > 0 and var read)
        {
            keeper?.KeepBody(Buffer.AsSpan(0, read));
            total += read;
        }

        return total;
    }
}
