namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The concurrency study: four ways of waiting, three kinds of work, three database latencies.</summary>
public static class ConcurrencyLab
{
    public const string Name = "concurrency";

    /// <summary>The most requests at once with <see cref="CallMode.Pool"/> and <see cref="CallMode.Refuse"/>.</summary>
    public const int PoolSize = 100;

    /// <summary>RU/s of the items container: hundreds of times what the cells use, so they are never the limit.</summary>
    public const int Throughput = 4_000_000;

    public const int Partitions = 4;

    public static IReadOnlyList<CallMode> Modes { get; } =
        [CallMode.Sync, CallMode.Pool, CallMode.Refuse, CallMode.Unlimited];

    public static IReadOnlyList<ItemWork> Works { get; } = [ItemWork.Cpu, ItemWork.IoRead, ItemWork.IoCreate];

    public static IReadOnlyList<int> LatenciesMs { get; } = [0, 100, 200];

    /// <summary>
    /// The 27 published cells, and the 9 of <see cref="CallMode.Refuse"/>. Compared cells run one after another, so that a drift
    /// of the machine affects all.
    /// </summary>
    public static IReadOnlyList<ConcurrencyCell> Cells { get; } =
        [.. from work in Works from latency in LatenciesMs from mode in Modes select new ConcurrencyCell(mode, work, latency)];

    /// <summary>The words that select cells.</summary>
    public static IReadOnlyList<string> Words { get; } =
    [
        .. Modes.Select(ConcurrencyCell.NameOf),
        .. Works.Select(ConcurrencyCell.NameOf),
        .. LatenciesMs.Select(latency => $"{latency}ms"),
    ];

    /// <summary>The cell with this name; null if there is none.</summary>
    public static ConcurrencyCell? Find(string name) => Cells.FirstOrDefault(cell => cell.Name == name);

    /// <summary>The published ratio of successful requests, async divided by sync; null if none was published.</summary>
    public static double? PublishedRatio(ItemWork work, int latencyMs) => (work, latencyMs) switch
    {
        (ItemWork.IoRead, 200) => 40,
        (ItemWork.IoCreate, 200) => 230,
        _ => null,
    };

    /// <summary>
    /// The cells that <paramref name="words"/> select. Words are modes, works and latencies, or names of cells; a kind without a
    /// word is not restricted. Several words may be one text, separated by commas.
    /// </summary>
    /// <exception cref="FormatException">A word is unknown; the message lists the known ones.</exception>
    public static IReadOnlyList<ConcurrencyCell> Choose(IReadOnlyCollection<string> words)
    {
        words = [.. ListOption.Split(words)];
        var unknown = words.FirstOrDefault(word => !Words.Contains(word) && Find(word) is null);
        if (unknown is not null)
        {
            throw new FormatException(
                $"There is no cell '{unknown}'.{Suggestion.For(unknown, [.. Words, .. Cells.Select(cell => cell.Name)])} "
                + $"Cells are chosen by {string.Join(", ", Words)}, or by name, as in {Cells[0].Name}.");
        }

        var named = words.Where(word => Find(word) is not null).ToHashSet();
        var kinds = words.Except(named).ToList();
        var allOfKind = kinds.Count > 0 || named.Count == 0;
        return [.. Cells.Where(cell => named.Contains(cell.Name) || (allOfKind && Matches(cell, kinds)))];
    }

    private static bool Matches(ConcurrencyCell cell, IReadOnlyCollection<string> words) =>
        Allows(words, Modes.Select(ConcurrencyCell.NameOf), cell.ModeName)
        && Allows(words, Works.Select(ConcurrencyCell.NameOf), cell.WorkName)
        && Allows(words, Words.Where(word => word.EndsWith("ms", StringComparison.Ordinal)), cell.LatencyName);

    private static bool Allows(IReadOnlyCollection<string> words, IEnumerable<string> kind, string name) =>
        words.Contains(name) || !words.Intersect(kind).Any();
}
