namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The concurrency study: three ways of waiting, three kinds of work, three database latencies.</summary>
public static class ConcurrencyLab
{
    public const string Name = "concurrency";

    /// <summary>Requests at once under <see cref="CallMode.Pool"/>.</summary>
    public const int PoolSize = 100;

    /// <summary>
    /// RU/s of the items container: some hundred times what the cells use, so that request units are never the limit.
    /// </summary>
    public const int Throughput = 4_000_000;

    public const int Partitions = 4;

    public static IReadOnlyList<CallMode> Modes { get; } = [CallMode.Sync, CallMode.Pool, CallMode.Unlimited];

    public static IReadOnlyList<ItemWork> Works { get; } = [ItemWork.Cpu, ItemWork.IoRead, ItemWork.IoCreate];

    public static IReadOnlyList<int> LatenciesMs { get; } = [0, 100, 200];

    /// <summary>All 27. Those that are compared with each other run one after the other: what drifts, drifts under all.</summary>
    public static IReadOnlyList<ConcurrencyCell> Cells { get; } =
    [
        .. from work in Works from latency in LatenciesMs from mode in Modes select new ConcurrencyCell(mode, work, latency),
    ];

    /// <summary>The words that choose cells.</summary>
    public static IReadOnlyList<string> Words { get; } =
    [
        .. Modes.Select(ConcurrencyCell.NameOf),
        .. Works.Select(ConcurrencyCell.NameOf),
        .. LatenciesMs.Select(latency => FormattableString.Invariant($"{latency}ms")),
    ];

    /// <summary>The cell of that name; null where there is none.</summary>
    public static ConcurrencyCell? Find(string name) => Cells.FirstOrDefault(cell => cell.Name == name);

    /// <summary>
    /// How many times the successful requests of sync the study reports for async; null where it gives no figure.
    /// </summary>
    public static double? PublishedRatio(ItemWork work, int latencyMs) => (work, latencyMs) switch
    {
        (ItemWork.IoRead, 200) => 40,
        (ItemWork.IoCreate, 200) => 230,
        _ => null,
    };

    /// <summary>
    /// The cells that <paramref name="words"/> leave: modes, works and latencies, of each kind those named, or all where none is
    /// named. The name of a cell chooses that cell.
    /// </summary>
    /// <exception cref="FormatException">A word is neither; the message lists those there are.</exception>
    public static IReadOnlyList<ConcurrencyCell> Choose(IReadOnlyCollection<string> words)
    {
        var unknown = words.FirstOrDefault(word => !Words.Contains(word) && Find(word) is null);
        if (unknown is not null)
        {
            throw new FormatException(
                $"There is no cell '{unknown}'. Cells are chosen by {string.Join(", ", Words)}, "
                + $"or by name, as in {Cells[0].Name}.");
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

    private static bool Allows(IReadOnlyCollection<string> words, IEnumerable<string> kind, string name)
    {
        var ofKind = words.Intersect(kind).ToList();
        return ofKind.Count == 0 || ofKind.Contains(name);
    }
}
