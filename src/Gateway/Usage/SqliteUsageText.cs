namespace DroneDelivery.Gateway.Usage;

/// <summary>The SQL statements that create, write and read the usage tables.</summary>
internal static class SqliteUsageText
{
    private static readonly string[] Names = ["interval", "key", "route", "status"];

    /// <summary>The columns that are sums, in the order of <see cref="UsageFigures.ToArray"/>.</summary>
    private static readonly string[] Sums =
    [
        "requests",
        "bytes_in",
        "bytes_out",
        "microseconds",
        .. UsageLatency.BoundsMs.Select(bound => $"within_{bound}_ms"),
        "slower",
    ];

    public static IEnumerable<string> Columns => [.. Names, .. Sums];

    /// <summary>
    /// Creates two tables: <c>usage</c> has a row for each key, route and status in an interval of one minute, identified by its
    /// start as Unix time in seconds. <c>usage_batches</c> has the number of the last batch of each gateway.
    /// </summary>
    public static string Schema { get; } =
        $"""
        CREATE TABLE IF NOT EXISTS usage (
          interval INTEGER NOT NULL, key TEXT NOT NULL, route TEXT NOT NULL, status INTEGER NOT NULL,
          {string.Join(", ", Sums.Select(sum => $"{sum} INTEGER NOT NULL"))},
          PRIMARY KEY (interval, key, route, status)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS usage_batches (
          instance TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
        """;

    /// <summary>Inserts the number of a batch, or updates the row if the number is greater than the stored one.</summary>
    public static string TakeNumber =>
        """
        INSERT INTO usage_batches (instance, number, at) VALUES ($instance, $number, $at)
        ON CONFLICT DO UPDATE SET number = excluded.number, at = excluded.at WHERE excluded.number > number
        """;

    public static string AddRow { get; } =
        $"""
        INSERT INTO usage ({string.Join(", ", Columns)}) VALUES ({string.Join(", ", Columns.Select(column => $"${column}"))})
        ON CONFLICT DO UPDATE SET {string.Join(", ", Sums.Select(sum => $"{sum} = {sum} + excluded.{sum}"))}
        """;

    public static string SumsByKey { get; } =
        $"SELECT key, route, status, {SumsOf()} FROM usage {Where} GROUP BY key, route, status ORDER BY key, route, status";

    public static string SumsByInterval { get; } =
        $"SELECT interval - interval % $step AS start, {SumsOf()} FROM usage {Where} GROUP BY start ORDER BY start";

    private static string Where =>
        "WHERE interval >= $from AND interval < $to AND ($keys IS NULL OR key IN (SELECT value FROM json_each($keys))) AND ($route IS NULL OR route = $route)";

    private static string SumsOf() => string.Join(", ", Sums.Select(sum => $"SUM({sum})"));
}
