using DroneDelivery.LoadTests.Engine.Clients.Wires;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>The connections to one server. Each is opened when it is first needed.</summary>
internal sealed class Http1Pool : IDisposable
{
    private readonly List<Http1Connection> _all = [];
    private readonly DeadlineWatch _watch;
    private readonly SlotPool<Http1Connection> _slots;

    /// <param name="first">The first request; its address is the destination of the connections.</param>
    public Http1Pool(
        PreparedRequest first, HttpLoadOptions options, Dialer dialer, ConnectionCounter counter, DeadlineWatch watch)
    {
        (Origin, _watch, _slots) = (first.Origin, watch, new SlotPool<Http1Connection>(watch));
        var destination = Destination.FromUri(first.Uri);
        for (var i = 0; i < options.Connections; i++)
        {
            var connection = new Http1Connection(destination, dialer, counter, watch)
            {
                Slots = _slots,
                Single = options.NewConnectionPerRequest,
            };
            _all.Add(connection);
            _slots.Return(connection);
        }
    }

    public string Origin { get; }

    public ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<RequestOutcome>(cancellationToken);
        }

        var due = _watch.DueFromNow();
        return _slots.TryRent(out var connection)
            ? connection.ExchangeAsync(request, keeper, due, cancellationToken)
            : WaitAndExchangeAsync(request, keeper, due, cancellationToken);
    }

    public void Dispose() => _all.ForEach(connection => connection.Dispose());

    private async ValueTask<RequestOutcome> WaitAndExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, long due, CancellationToken cancellationToken) =>
        await _slots.RentAsync(cancellationToken) is { } connection
            ? await connection.ExchangeAsync(request, keeper, due, cancellationToken)
            : new RequestOutcome(0, RequestOutcome.TimedOut, 0);
}
