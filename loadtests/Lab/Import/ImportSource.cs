using Google.Protobuf;

namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>A file while it is read, once from its start to its end: its lines or rows, and those that cannot be used.</summary>
internal sealed class ImportSource(string path, Action<string> say, TimeProvider time, CancellationToken cancellationToken)
    : IDisposable
{
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(5);

    private readonly Dictionary<string, long> _skipped = [];
    private string? _firstFault;
    private long _faults;
    private long _used;
    private long _lastSaid = time.GetTimestamp();

    /// <summary>Without its folder.</summary>
    public string Name { get; } = Path.GetFileName(path);

    public FileStream Stream { get; } = File.OpenRead(path);

    /// <summary>Uses each line that is not empty.</summary>
    public void UseLines(Action<string> use)
    {
        using var reader = new StreamReader(Stream, leaveOpen: true);
        for (var number = 1L; reader.ReadLine() is { } line; number++)
        {
            ShowProgress();
            if (!string.IsNullOrWhiteSpace(line))
            {
                Use(number, () => use(line));
            }
        }
    }

    /// <summary>Uses each row of CSV.</summary>
    public void UseRows(Action<CsvRow> use)
    {
        foreach (var (number, row) in Rows())
        {
            Use(number, () => use(row));
        }
    }

    /// <summary>The rows of CSV, each with the number of its first line.</summary>
    public IEnumerable<(long Number, CsvRow Row)> Rows()
    {
        using var reader = new StreamReader(Stream, leaveOpen: true);
        Dictionary<string, int>? columns = null;
        foreach (var (line, values) in CsvRows.ReadEach(reader))
        {
            ShowProgress();
            if (columns is not null)
            {
                yield return (line, new CsvRow(columns, values));
            }

            columns ??= values.Index().GroupBy(column => CsvRow.Normalized(column.Item))
                .ToDictionary(column => column.Key, column => column.First().Index);
        }
    }

    /// <summary>Uses one line, or counts it as one that cannot be read.</summary>
    public void Use(long number, Action use)
    {
        try
        {
            use();
            _used++;
        }
        catch (Exception exception) when (exception is FormatException or OverflowException or InvalidDataException
            or JsonException or KeyNotFoundException or InvalidOperationException
            or InvalidJsonException or InvalidProtocolBufferException)
        {
            _faults++;
            _firstFault ??= $"line {number}: {exception.Message.ReplaceLineEndings(" ")}";
        }
    }

    /// <summary>Counts something that is not imported.</summary>
    public void Skip(string what) => _skipped[what] = _skipped.GetValueOrDefault(what) + 1;

    /// <summary>What was not imported, a text each.</summary>
    /// <exception cref="LabException">More lines cannot be read than can.</exception>
    public IReadOnlyList<string> Skipped() => _faults > _used
        ? throw new LabException(
            $"{Name}: {Counted(_faults, "line")} of {Count(_faults + _used)} cannot be read, the first is {_firstFault} "
            + "Is it another format? --format names one.")
        :
        [
            .. _skipped.Select(what => $"{Name}: {what.Key}, {Counted(what.Value, "line")}"),
            .. _faults > 0
                ? [$"{Name}: unreadable, {Counted(_faults, "line")}, the first is {_firstFault}"]
                : Array.Empty<string>(),
        ];

    public void ShowProgress()
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (time.GetElapsedTime(_lastSaid) >= SayInterval)
        {
            _lastSaid = time.GetTimestamp();
            say($"  {Name}: {Share((double)Stream.Position / Stream.Length)} of {Count(Stream.Length / 1_000_000)} MB");
        }
    }

    public void Dispose() => Stream.Dispose();
}

/// <summary>A row of CSV, whose columns are found by any of their names in lower case.</summary>
internal readonly record struct CsvRow(IReadOnlyDictionary<string, int> Columns, IReadOnlyList<string> Values)
{
    /// <summary>The value of the first of the columns that the file has; empty if it has none of them.</summary>
    /// <exception cref="FormatException">The row ends before the column.</exception>
    public string this[params ReadOnlySpan<string> names]
    {
        get
        {
            foreach (var name in names)
            {
                if (Columns.TryGetValue(name, out var index))
                {
                    return index < Values.Count
                        ? Values[index]
                        : throw new FormatException($"The row has {Values.Count} values, and none for {name}.");
                }
            }

            return "";
        }
    }

    /// <exception cref="FormatException">The value is not a number.</exception>
    public double Number(params ReadOnlySpan<string> names) => this[names] is var text && TryNumber(text) is { } number
        ? number
        : throw new FormatException($"'{text}' is not a number of {names[0]}.");

    /// <summary>Null for a text that is not a number.</summary>
    public double? NumberOrNull(params ReadOnlySpan<string> names) => TryNumber(this[names]);

    /// <summary>The name of a column in lower case, without the time zone that Log Analytics appends.</summary>
    public static string Normalized(string header) =>
        header.Trim().ToLowerInvariant().Replace(" [utc]", "", StringComparison.Ordinal);

    private static double? TryNumber(string text) =>
        double.TryParse(text, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number)
            && double.IsFinite(number)
            ? number
            : null;
}
