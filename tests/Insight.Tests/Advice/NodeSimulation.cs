using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>One request of the simulation.</summary>
internal sealed record NodeRequest(RequestRecord Record, IReadOnlyList<SpanRecord> Spans);

/// <summary>Simulates a <see cref="NodeRun"/>: each resource serves in the order of arrival.</summary>
internal sealed class NodeSimulation(NodeRun run)
{
    private const double NetworkMs = 0.3;

    private readonly Random _random = new(run.Seed);
    private readonly List<NodeRequest> _requests = [];
    private readonly double[] _connections = new double[run.Connections];
    private double _web;
    private double _catalog;
    private double _lock;
    private double _webBusyMs;
    private double _lockedMs;
    private int _number;
    private double _catalogBusyMs;
    private double _pendingMs;

    public double WebCores => _webBusyMs / (run.Seconds * 1000);

    public double CatalogCores => CatalogBusy;

    public double CatalogBusy => _catalogBusyMs / (run.Seconds * 1000);

    public double Pending => _pendingMs / (run.Seconds * 1000);

    /// <summary>Each request yields the moment of its next step; all steps are taken in their order in time.</summary>
    public IReadOnlyList<NodeRequest> Run()
    {
        var steps = new PriorityQueue<IEnumerator<double>, double>();
        foreach (var at in Arrivals())
        {
            Advance(Serve(at).GetEnumerator());
        }

        while (steps.TryDequeue(out var next, out _))
        {
            Advance(next);
        }

        return _requests;

        void Advance(IEnumerator<double> request)
        {
            if (request.MoveNext())
            {
                steps.Enqueue(request, request.Current);
            }
        }
    }

    private IEnumerable<double> Arrivals()
    {
        if (run.Users is { } users)
        {
            return Enumerable.Range(0, users).Select(user => user * 5.0);
        }

        if (run.IsEven)
        {
            return Enumerable.Range(0, (int)(run.Seconds * run.PerSecond)).Select(number => number * 1000 / run.PerSecond);
        }

        var arrivals = new List<double>();
        for (var at = Exponential(1000 / run.PerSecond); at < run.Seconds * 1000; at += Exponential(1000 / run.PerSecond))
        {
            arrivals.Add(at);
        }

        return arrivals;
    }

    /// <summary>One request; of a user all requests, one after another.</summary>
    private IEnumerable<double> Serve(double sent)
    {
        do
        {
            var trace = new TraceBuilder($"trace{_number++}", NodeRun.Start);
            yield return sent + NetworkMs;
            var web = Math.Max(sent + NetworkMs, _web);
            var at = Use(ref _web, web, ref _webBusyMs, Vary(0.8));
            for (var call = 0; call < run.CatalogCalls; call++)
            {
                foreach (var step in CallCatalog(trace, call, at))
                {
                    yield return step;
                    at = step + 0.05;
                }
            }

            if (run.WebComputesMs > 0)
            {
                yield return at;
                at = Use(ref _web, at, ref _webBusyMs, Vary(run.WebComputesMs));
            }

            at += Pay(trace, at) + Vary(0.4);
            trace.Span("web", "user", "web", "GET /products", "server", web + run.WebSkewMs, at - web,
                ("http.request.method", "GET"), ("http.route", "/products"), ("http.response.status_code", "200"));
            Add(trace, sent, at + NetworkMs);
            sent = at + NetworkMs + 0.2;
        }
        while (run.Users is not null && sent < run.Seconds * 1000);
    }

    private void Add(TraceBuilder trace, double sent, double answered) => _requests.Add(new NodeRequest(
        new RequestRecord(trace.Spans[0].TraceId, 200, null, 900)
        {
            Scheduled = Nanoseconds(sent), Due = Nanoseconds(sent), Sent = Nanoseconds(sent),
            Answered = Nanoseconds(answered), Done = Nanoseconds(answered),
        },
        trace.Spans));

    private double Pay(TraceBuilder trace, double at)
    {
        if (run.PaymentMs == 0)
        {
            return 0;
        }

        var took = Vary(run.PaymentMs);
        trace.Span("payment", "web", "web", "POST", "client", at + run.WebSkewMs, took,
            ("http.request.method", "POST"), ("server.address", "pay.example.com"), ("url.path", $"/charges/{_number}"),
            ("http.response.status_code", "200"));
        return took;
    }

    /// <summary>The last moment is the one at which web has the answer.</summary>
    private IEnumerable<double> CallCatalog(TraceBuilder trace, int call, double from)
    {
        var begin = from + NetworkMs;
        yield return begin;
        var at = Use(ref _catalog, begin, ref _catalogBusyMs, Vary(run.ComputesMs));
        if (run.LockMs > 0)
        {
            yield return at;
            at = Use(ref _lock, at, ref _lockedMs, Vary(run.LockMs, 0.15));
        }

        at += run.TimerMs > 0 ? Vary(run.TimerMs, run.TimerVariation) : 0;
        for (var query = 0; query < run.Queries; query++)
        {
            yield return at;
            at = Query(trace, call, query, at) + 0.1;
        }

        var end = at + 0.2;
        yield return end + NetworkMs;
        // The thread of web reads the answer when it is free.
        var read = Math.Max(end + NetworkMs, _web);
        trace.Span($"call{call}", "web", "web", "GET", "client", from + run.WebSkewMs, read - from,
                ("http.request.method", "GET"), ("url.full", $"http://catalog:3001/items/{call + 7}"),
                ("http.response.status_code", "200"))
            .Span($"catalog{call}", $"call{call}", "catalog", "GET /items/:id", "server", begin + run.CatalogSkewMs, end - begin,
                ("http.method", "GET"), ("http.route", "/items/:id"), ("http.status_code", "200"));
        yield return read;
    }

    private double Query(TraceBuilder trace, int call, int query, double from)
    {
        var begin = Math.Max(from, _connections.Min());
        var took = Vary(run.QueryMs);
        _connections[Array.IndexOf(_connections, _connections.Min())] = begin + took;
        _pendingMs += begin - from;
        if (run.ConnectSpans)
        {
            trace.Span($"connect{call}-{query}", $"catalog{call}", "catalog", "pg-pool.connect", "client",
                from + run.CatalogSkewMs, begin - from, ("db.system", "postgresql"));
        }

        var text = query == 0 ? "SELECT id FROM items WHERE shelf = $1" : $"SELECT * FROM prices WHERE item = {query * 31}";
        trace.Span($"query{call}-{query}", $"catalog{call}", "catalog", "pg.query:SELECT shop", "client",
            begin + run.CatalogSkewMs, took,
            ("db.system", "postgresql"), ("db.statement", text), ("net.peer.name", "shop-db"));
        return begin + took;
    }

    /// <summary>When a resource that serves one at a time has served for as long as given.</summary>
    private static double Use(ref double free, double from, ref double busy, double ms)
    {
        busy += ms;
        free = Math.Max(from, free) + ms;
        return free;
    }

    /// <summary>Lognormal, with about that coefficient of variation.</summary>
    private double Vary(double mean, double variation = 0.35) =>
        mean * Math.Exp((variation * _random.NextNormal()) - (variation * variation / 2));

    private double Exponential(double mean) => -mean * Math.Log(1 - _random.NextDouble());

    private static long Nanoseconds(double ms) => (long)((NodeRun.Start + ms) * 1e6);
}
