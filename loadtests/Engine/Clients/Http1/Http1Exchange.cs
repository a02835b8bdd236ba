using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Clients.Wires;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>HTTP/1.1, one request at a time on each connection.</summary>
internal sealed class Http1Exchange(HttpLoadOptions options, ConnectionCounter counter, TimeProvider time) : IHttpExchange
{
    private readonly ConcurrentDictionary<string, Http1Pool> _pools = new(StringComparer.Ordinal);
    private readonly Dialer _dialer = new(options.AcceptAnyCertificate, counter);
    private readonly DeadlineWatch _watch = new(options.Timeout, time);
    private volatile Http1Pool? _last;

    public ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken) =>
        PoolOf(request).ExchangeAsync(request, keeper, cancellationToken);

    public void Dispose()
    {
        _watch.Dispose();
        foreach (var pool in _pools.Values)
        {
            pool.Dispose();
        }
    }

    private Http1Pool PoolOf(PreparedRequest request) =>
        _last is { } last && last.Origin == request.Origin ? last : _last = FindPool(request);

    // A pool has no connections before its first request, so one that is created and not added holds nothing.
    private Http1Pool FindPool(PreparedRequest request) =>
        _pools.GetOrAdd(request.Origin, _ => new Http1Pool(request, options, _dialer, counter, _watch));
}
