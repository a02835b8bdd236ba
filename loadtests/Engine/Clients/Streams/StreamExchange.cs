using System.Runtime.CompilerServices;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>
/// HTTP/2 and HTTP/3 through .NET's own handlers: one handler for each connection. Each connection carries several requests
/// at a time.
/// </summary>
internal sealed class StreamExchange : IHttpExchange
{
    private readonly StreamHandlers _handlers;
    private readonly DeadlineWatch _watch;
    private readonly SlotPool<StreamSlot> _slots;
    private readonly List<StreamSlot> _all = [];

    public StreamExchange(StreamHandlers handlers, HttpLoadOptions options, TimeProvider time)
    {
        _handlers = handlers;
        _watch = new DeadlineWatch(options.Timeout, time);
        _slots = new SlotPool<StreamSlot>(_watch);
        for (var i = (options.Connections * options.StreamsPerConnection) - 1; i >= 0; i--)
        {
            var slot = new StreamSlot(i % options.Connections, _watch);
            _all.Add(slot);
            _slots.Return(slot);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var due = _watch.DueFromNow();
        if (!_slots.TryRent(out var slot) && (slot = await _slots.RentAsync(cancellationToken)) is null)
        {
            return new RequestOutcome(0, RequestOutcome.TimedOut, 0);
        }

        var token = slot.Begin(due, cancellationToken);
        RequestOutcome outcome;
        try
        {
            outcome = await AnswerAsync(request, slot, keeper, token);
        }
        catch (Exception exception) when (FailureReason.IsOfNetwork(exception))
        {
            outcome = new RequestOutcome(0, FailureReason.FromException(exception), 0);
        }

        var end = slot.Finish();
        _slots.Return(slot);
        return TimedWork.ToOutcome(end, outcome, cancellationToken);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _handlers.Dispose();
        _all.ForEach(slot => slot.Dispose());
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<RequestOutcome> AnswerAsync(
        PreparedRequest request, StreamSlot slot, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        using var single = _handlers.OpenSingle();
        using var message = _handlers.Message(request);
        using var response = await (single ?? _handlers.Kept(slot.Lane)).SendAsync(message, cancellationToken);
        keeper?.KeepHeaders(response);
        var bytes = await ReadToEndAsync(response.Content, slot.Buffer, keeper, cancellationToken);
        return new RequestOutcome((int)response.StatusCode, null, bytes);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<long> ReadToEndAsync(
        HttpContent content, byte[] buffer, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        var body = content.ReadAsStream(cancellationToken);
        var total = 0L;
        while (await body.ReadAsync(buffer, cancellationToken) is > 0 and var read)
        {
            keeper?.KeepBody(buffer.AsSpan(0, read));
            total += read;
        }

        return total;
    }
}

/// <summary>A slot for one request at a time on a connection that carries several.</summary>
/// <param name="lane">The number of the connection.</param>
internal sealed class StreamSlot(int lane, DeadlineWatch watch) : TimedWork(watch), IDisposable
{
    private const int BufferSize = 16 * 1024;

    private CancellationTokenSource _stop = new();

    public int Lane => lane;

    public byte[] Buffer => field ??= new byte[BufferSize];

    /// <summary>Returns a token that is cancelled when the request is late or the caller cancels.</summary>
    public CancellationToken Begin(long due, CancellationToken cancellationToken)
    {
        BeginWork(due, cancellationToken);
        return _stop.Token;
    }

    public WorkEnd Finish()
    {
        var end = EndWork();
        if (end != WorkEnd.InTime)
        {
            // Not disposed: the thread that aborted the request may still be about to cancel it.
            _stop = new CancellationTokenSource();
        }

        return end;
    }

    public void Dispose() => Forget();

    protected override void Abort() => _stop.Cancel();
}
