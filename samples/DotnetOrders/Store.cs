using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace DotnetOrders;

internal record StockRow(string Sku, int Price, int OnHand);

/// <summary>Client of a simulated database, with a connection pool.</summary>
internal sealed class Store
{
    public const string SourceName = "Inventory.Store";
    public const int Size = 11_500;

    private const int MaxConnections = 20;
    private static readonly TimeSpan ConnectTime = TimeSpan.FromMilliseconds(12);
    private static readonly TimeSpan OpenTimeout = TimeSpan.FromSeconds(5);
    private static readonly KeyValuePair<string, object?> PoolName = new("db.client.connection.pool.name", "stock-db.internal:5432/stock");
    private static readonly KeyValuePair<string, object?> Used = new("db.client.connection.state", "used");
    private static readonly KeyValuePair<string, object?> Idle = new("db.client.connection.state", "idle");

    private static readonly Meter Meter = new(SourceName, "1.0.0");
    private static readonly InstrumentAdvice<double> Seconds = new() { HistogramBucketBoundaries = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10] };
    private static readonly Histogram<double> CreateTime = Meter.CreateHistogram("db.client.connection.create_time", "s", null, null, Seconds);
    private static readonly Histogram<double> WaitTime = Meter.CreateHistogram("db.client.connection.wait_time", "s", null, null, Seconds);
    private static readonly Histogram<double> UseTime = Meter.CreateHistogram("db.client.connection.use_time", "s", null, null, Seconds);
    private static readonly Counter<long> Timeouts = Meter.CreateCounter<long>("db.client.connection.timeouts", "{timeout}");
    public static readonly Histogram<double> OperationDuration = Meter.CreateHistogram("db.client.operation.duration", "s", null, null, Seconds);

    private readonly SemaphoreSlim _slots = new(MaxConnections);
    private readonly ConcurrentBag<StoreConnection> _idle = [];
    private int _used;
    private int _pending;

    public Store()
    {
        Meter.CreateObservableUpDownCounter("db.client.connection.count", () => new Measurement<int>[]
        {
            new(Volatile.Read(ref _used), PoolName, Used),
            new(_idle.Count, PoolName, Idle),
        }, "{connection}");
        Meter.CreateObservableUpDownCounter("db.client.connection.max", () => new Measurement<int>(MaxConnections, PoolName), "{connection}");
        Meter.CreateObservableUpDownCounter("db.client.connection.pending_requests", () => new Measurement<int>(Volatile.Read(ref _pending), PoolName), "{request}");
    }

    public static string SkuOf(int number) => $"SKU-{number:D5}";

    public async Task<StoreConnection> OpenAsync()
    {
        var asked = Stopwatch.GetTimestamp();
        Interlocked.Increment(ref _pending);
        try
        {
            if (!await _slots.WaitAsync(OpenTimeout))
            {
                Timeouts.Add(1, PoolName);
                throw new TimeoutException("No connection became free in time.");
            }
        }
        finally
        {
            Interlocked.Decrement(ref _pending);
        }

        Interlocked.Increment(ref _used);
        if (!_idle.TryTake(out var connection))
        {
            var started = Stopwatch.GetTimestamp();
            await Task.Delay(ConnectTime);
            connection = new StoreConnection(this);
            CreateTime.Record(Stopwatch.GetElapsedTime(started).TotalSeconds, PoolName);
        }

        WaitTime.Record(Stopwatch.GetElapsedTime(asked).TotalSeconds, PoolName);
        connection.TakenAt = Stopwatch.GetTimestamp();
        return connection;
    }

    public void Return(StoreConnection connection)
    {
        UseTime.Record(Stopwatch.GetElapsedTime(connection.TakenAt).TotalSeconds, PoolName);
        _idle.Add(connection);
        Interlocked.Decrement(ref _used);
        _slots.Release();
    }
}

internal sealed class StoreConnection(Store store) : IDisposable
{
    private static readonly ActivitySource Source = new(Store.SourceName, "1.0.0");
    private static readonly TimeSpan QueryTime = TimeSpan.FromMilliseconds(5);

    public long TakenAt { get; set; }

    public async Task<StockRow[]> SelectStockAsync(string[] skus)
    {
        var tags = new TagList
        {
            { "db.system.name", "postgresql" },
            { "db.namespace", "stock" },
            { "db.operation.name", "SELECT" },
            { "db.collection.name", "stock" },
            { "db.query.summary", "SELECT stock" },
            { "server.address", "stock-db.internal" },
            { "server.port", 5432 },
        };
        using var activity = Source.StartActivity(ActivityKind.Client, tags: tags, name: "SELECT stock");
        activity?.SetTag("db.query.text", "SELECT sku, price, on_hand FROM stock WHERE sku = ANY($1)");
        var started = Stopwatch.GetTimestamp();
        await Task.Delay(QueryTime * (0.8 + 0.4 * Random.Shared.NextDouble()));
        OperationDuration(started, tags);
        return [.. skus.Select(Row)];
    }

    public void Dispose() => store.Return(this);

    private static void OperationDuration(long started, in TagList tags) =>
        Store.OperationDuration.Record(Stopwatch.GetElapsedTime(started).TotalSeconds, tags);

    private static StockRow Row(string sku)
    {
        var number = int.Parse(sku.AsSpan(4));
        return new StockRow(sku, 199 + number * 53 % 4000, number * 17 % 90);
    }
}
