namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The books of the requests around some percentiles of latency, on average.</summary>
/// <param name="Median">Of the requests between 45 % and 55 %.</param>
/// <param name="P90">Of those between 88 % and 92 %.</param>
/// <param name="P99">Of the slowest 2 %.</param>
public sealed record BooksSummary(BooksBand All, BooksBand Median, BooksBand P90, BooksBand P99)
{
    public IReadOnlyList<BooksBand> Bands => [All, Median, P90, P99];

    /// <summary>
    /// Null where there is nothing to go by. Books of extra traces are left out: percentiles are those of all requests.
    /// </summary>
    public static BooksSummary? Of(IEnumerable<Books> books)
    {
        Books[] sorted = [.. books.Where(each => !each.Extra).OrderBy(each => each.LatencyMs)];
        return sorted.Length == 0
            ? null
            : new BooksSummary(
                BooksBand.Of("all", sorted, 0, 100),
                BooksBand.Of("p50", sorted, 45, 55),
                BooksBand.Of("p90", sorted, 88, 92),
                BooksBand.Of("p99", sorted, 98, 100));
    }
}

/// <summary>Requests of like latency. <paramref name="Mean"/> has the mean of each part.</summary>
public sealed record BooksBand(string Name, int Requests, Books Mean)
{
    /// <summary>
    /// The share of latency that no part claims, from 0 to 1. What is too much and what is missing do not cancel out.
    /// </summary>
    public required double RestShare { get; init; }

    internal static BooksBand Of(string name, ReadOnlySpan<Books> sorted, int fromPercent, int toPercent)
    {
        // At least one request, however few there are.
        var first = Math.Min(sorted.Length - 1, sorted.Length * fromPercent / 100);
        var end = Math.Max(first + 1, ((sorted.Length * toPercent) + 99) / 100);
        var books = sorted[first..end].ToArray();
        return new BooksBand(name, books.Length, Books.Mean(books))
        {
            RestShare = books.Sum(each => Math.Abs(each.Rest)) / books.Sum(each => each.LatencyMs),
        };
    }
}
