namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>How a request of the Package service waits for the database.</summary>
public enum CallMode
{
    /// <summary>Its thread is blocked until the database has responded.</summary>
    Sync,

    /// <summary>Awaited; at most <see cref="ConcurrencyLab.PoolSize"/> requests at once, others wait in a queue.</summary>
    Pool,

    /// <summary>As <see cref="Pool"/>, but the others fail at once, as at a database without a free connection.</summary>
    Refuse,

    /// <summary>Awaited, with no limit.</summary>
    Unlimited,
}

/// <summary>The work of a request.</summary>
public enum ItemWork
{
    /// <summary>Computes an item's seal, without the database.</summary>
    Cpu,

    /// <summary>Reads an owner's first 25 items, then their number: two calls to the database.</summary>
    IoRead,

    /// <summary>Creates an item: one call to the database.</summary>
    IoCreate,
}

/// <summary>One cell of the study. <paramref name="LatencyMs"/> is the simulated latency of each database call.</summary>
public sealed record ConcurrencyCell(CallMode Mode, ItemWork Work, int LatencyMs)
{
    /// <summary>The name on the command line and in files, for example <c>sync-io_read-200ms</c>.</summary>
    public string Name => $"{ModeName}-{WorkName}-{LatencyName}";

    public string Title => $"{TitleOf(Mode)}, {WorkName}, {LatencyTitle}";

    public string ModeName => NameOf(Mode);

    public string WorkName => NameOf(Work);

    public string LatencyName => $"{LatencyMs}ms";

    public string LatencyTitle => $"{LatencyMs} ms";

    /// <summary>The database calls of each request, one after the other.</summary>
    public int DatabaseCalls => Work switch { ItemWork.Cpu => 0, ItemWork.IoRead => 2, _ => 1 };

    /// <summary>The flags that the Package service is started with, by name.</summary>
    public IReadOnlyDictionary<string, string> PackageFlags => Mode is CallMode.Pool or CallMode.Refuse
        ? new Dictionary<string, string> { ["--items"] = ModeName, ["--items-pool"] = $"{ConcurrencyLab.PoolSize}" }
        : new Dictionary<string, string> { ["--items"] = ModeName };

    /// <summary>
    /// Successful requests per second that the simulated latency alone allows (Little's law): the concurrent requests divided by
    /// the latency of a request's database calls. Null if only the machine limits the rate. Also null for blocked threads, since
    /// their number is not known beforehand.
    /// </summary>
    public double? BoundPerSecond => (DatabaseCalls * LatencyMs, Mode) switch
    {
        (0, _) or (_, CallMode.Sync) => null,
        (var ms, CallMode.Unlimited) => ConcurrencyLoad.ToUsers * 1000.0 / ms,
        var (ms, _) => ConcurrencyLab.PoolSize * 1000.0 / ms,
    };

    /// <summary>
    /// The name of a mode or a work on the command line, in files and in names of folders, for example <c>io_read</c>: it follows
    /// the name in the enum, which therefore must not change.
    /// </summary>
    public static string NameOf<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.SnakeCaseLower.ConvertName($"{value}");

    public static string TitleOf(CallMode mode) => mode switch
    {
        CallMode.Sync => "sync",
        CallMode.Pool => $"async, pool of {ConcurrencyLab.PoolSize}",
        CallMode.Refuse => $"async, pool of {ConcurrencyLab.PoolSize} that refuses",
        _ => "async, unlimited",
    };
}
