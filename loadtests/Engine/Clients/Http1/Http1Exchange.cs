using System.Collections.Concurrent;

namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>HTTP/1.1, one request at a time on each connection.</summary>
internal sealed class Http1Exchange(HttpLoadOptions options, ConnectionCounter counter, TimeProvider time) : IHttpExchange
{
    private readonly ConcurrentDictionary<string, Server> _servers = new(StringComparer.Ordinal);
    private readonly ConnectionFactory _factory = new(options.AcceptAnyCertificate, counter, time);
    private readonly DeadlineWatch _watch = new(options.Timeout, time);
    private volatile Server? _last;

    public ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken) =>
        ServerOf(request).Connections.ExchangeAsync(request, keeper, cancellationToken);

    public void Dispose()
    {
        _watch.Dispose();
        foreach (var server in _servers.Values)
        {
            server.Connections.Dispose();
        }
    }

    private Server ServerOf(PreparedRequest request) =>
        _last is { } last && last.Origin == request.Origin ? last : _last = FindServer(request);

    // GetOrAdd may create a server that it does not add. It needs no disposal: requests open its connections.
    private Server FindServer(PreparedRequest request) =>
        _servers.GetOrAdd(request.Origin, origin => new Server(origin, CreateSlots(Destination.FromUri(request.Uri))));

    private SlotPool CreateSlots(Destination destination)
    {
        var slots = new SlotPool(_watch);
        for (var i = 0; i < options.Connections; i++)
        {
            slots.Add(new Http1Connection(slots, _watch, destination, _factory, counter, options.NewConnectionPerRequest));
        }

        return slots;
    }

    private sealed record Server(string Origin, SlotPool Connections);
}
