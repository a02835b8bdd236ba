namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The data of <c>--feed</c>, and how <c>--pick</c> chooses rows from it.</summary>
internal sealed class FeedFile
{
    /// <summary>All requests are prepared before the run and kept in memory: 1 GiB of bodies.</summary>
    private const long MaxBytes = 1L << 30;

    private const string Zipf = "zipf";
    private const string Uniform = "uniform";
    private const string Sequential = "sequential";
    private const double DefaultExponent = 1;

    private readonly IReadOnlyList<IReadOnlyDictionary<string, string>> _rows;
    private readonly string _pick;
    private readonly double _exponent;

    /// <param name="pick">One of <see cref="Picks"/>; null for sequential.</param>
    /// <exception cref="FormatException">The file cannot be read, or the pick is unknown; the message is one line.</exception>
    public FeedFile(string path, string? pick)
    {
        _pick = pick ?? Sequential;
        _exponent = Exponent(_pick);
        _rows = InputFile.Read(path, $"--feed takes a CSV file with a header; {path} is none", ReadRows);
        Words = $"{Counted(_rows.Count, "row")} of {Path.GetFileName(path)}, {_pick}";
    }

    public static string Picks => $"{Sequential}, {Uniform}, {Zipf} or {Zipf}:EXPONENT";

    public string Words { get; }

    public IEnumerable<string> Columns => _rows[0].Keys;

    /// <exception cref="FormatException">A row makes an invalid request, or names and columns do not match.</exception>
    public DataFeed<PreparedRequest> Fill(RequestTemplate template)
    {
        if (template.NeededNames.FirstOrDefault(name => !_rows[0].ContainsKey(name)) is { } unknown)
        {
            throw new FormatException($"--feed has no column '{unknown}': it has {string.Join(", ", Columns)}.");
        }

        if (!template.Names.Any(_rows[0].ContainsKey))
        {
            throw new FormatException(
                $"--feed has the columns {string.Join(", ", Columns)}, but none is used as {{column}} in URL, headers or body.");
        }

        if (template.BodyLength * (long)_rows.Count > MaxBytes)
        {
            throw new FormatException(
                $"--feed prepares a request for each row before the run: their bodies may have {MaxBytes >> 20}MiB in total.");
        }

        return Choose([.. _rows.Index().Select(row => Fill(template, row.Item, row.Index + 1))]);
    }

    public DataFeed<IReadOnlyDictionary<string, string>> Rows() => Choose(_rows);

    private static PreparedRequest Fill(RequestTemplate template, IReadOnlyDictionary<string, string> row, int number)
    {
        try
        {
            return template.Fill(row.GetValueOrDefault);
        }
        catch (FormatException exception)
        {
            throw new FormatException($"--feed makes no request of row {number}: {exception.Message}", exception);
        }
    }

    private DataFeed<T> Choose<T>(IReadOnlyList<T> items) => _pick switch
    {
        Sequential => DataFeed.Sequential(items),
        Uniform => DataFeed.Uniform(items),
        _ => DataFeed.Zipf(items, _exponent),
    };

    private static double Exponent(string pick) => pick.Split(':', 2) switch
    {
        [Sequential or Uniform or Zipf] => DefaultExponent,
        [Zipf, var exponent] => Quantity.Factor(exponent, "--pick zipf:"),
        _ => throw new FormatException($"--pick takes {Picks}; it is '{pick}'."),
    };

    private static IReadOnlyList<IReadOnlyDictionary<string, string>> ReadRows(string path)
    {
        using var csv = File.OpenText(path);
        return CsvRows.Read(csv) is { Count: > 0 } rows ? rows : throw new FormatException("it has no rows below its header.");
    }
}
