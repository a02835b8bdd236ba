using System.Buffers;
using System.Runtime.CompilerServices;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Engine.Clients.Streams;

/// <summary>
/// HTTP/2 and HTTP/3 by the platform's own client: as many handlers as connections, each with one connection to a server, which carries
/// several requests at a time.
/// </summary>
internal sealed class StreamExchange : IHttpExchange
{
    private readonly StreamHandlers _handlers;
    private readonly DeadlineWatch _watch;
    private readonly SlotPool<StreamSlot> _slots;
    private readonly List<StreamSlot> _all = [];

    public StreamExchange(HttpLoadOptions options, ConnectionCounter counter, TimeProvider time)
        : this(new StreamHandlers(options, counter), options, time)
    {
    }

    internal StreamExchange(StreamHandlers handlers, HttpLoadOptions options, TimeProvider time)
    {
        _handlers = handlers;
        _watch = new DeadlineWatch(options.Timeout, time);
        var streams = options.Protocol == HttpProtocol.Http1 ? 1 : options.StreamsPerConnection;
        for (var stream = 0; stream < streams; stream++)
        {
            for (var lane = 0; lane < options.Connections; lane++)
            {
                _all.Add(new StreamSlot(lane, _watch));
            }
        }

        _slots = new SlotPool<StreamSlot>(_all);
    }

    public ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken) =>
        ExchangeAsync(request, null, cancellationToken);

    public async ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken)
    {
        var kept = new AnswerKeeper();
        var outcome = await ExchangeAsync(request, kept, cancellationToken);
        return outcome.Error is null ? kept.ToAnswer(outcome) : HttpAnswer.None(outcome);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _handlers.Dispose();
        _all.ForEach(slot => slot.Dispose());
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var due = _watch.DueFromNow();
        if (!_slots.TryRent(out var slot) && (slot = await WaitForSlotAsync(cancellationToken)) is null)
        {
            return new RequestOutcome(0, RequestOutcome.TimedOut, 0);
        }

        var token = slot.Begin(due, cancellationToken);
        RequestOutcome outcome;
        try
        {
            outcome = await AnswerAsync(request, slot, keeper, token);
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or OperationCanceledException)
        {
            outcome = new RequestOutcome(0, FailureReason.Of(exception), 0);
        }

        var end = slot.Finish();
        _slots.Return(slot);
        return Judge(end, outcome, cancellationToken);
    }

    private static RequestOutcome Judge(WorkEnd end, RequestOutcome outcome, CancellationToken cancellationToken)
    {
        if (end == WorkEnd.Cancelled)
        {
            throw new OperationCanceledException(cancellationToken);
        }

        return end == WorkEnd.Expired ? new RequestOutcome(0, RequestOutcome.TimedOut, 0) : outcome;
    }

    /// <summary>Null when the time is over before one is free.</summary>
    private async ValueTask<StreamSlot?> WaitForSlotAsync(CancellationToken cancellationToken)
    {
        using var limit = _watch.CreateLimit();
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            return await _slots.RentAsync(both.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<RequestOutcome> AnswerAsync(
        PreparedRequest request, StreamSlot slot, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        using var lease = _handlers.Lease(slot.Lane);
        using var message = _handlers.Message(request);
        using var response = await lease.Invoker.SendAsync(message, cancellationToken);
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
            keeper?.Body.Write(buffer.AsSpan(0, read));
            total += read;
        }

        return total;
    }
}
