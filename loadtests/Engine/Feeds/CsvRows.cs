namespace DroneDelivery.LoadTests.Engine.Feeds;

/// <summary>Reads CSV with a header for a feed (RFC 4180: commas, quotes, doubled quotes, line breaks within quotes).</summary>
public static class CsvRows
{
    private const int EndOfText = -1;

    /// <summary>One row for each record, with its values by header name.</summary>
    /// <exception cref="FormatException">
    /// There is no header, a name is twice in it, a row has more or fewer values than the header, or a quote is not closed.
    /// </exception>
    public static IReadOnlyList<IReadOnlyDictionary<string, string>> Read(TextReader csv)
    {
        var records = ReadEach(csv).Select(record => record.Values).ToList();
        return records is not [var header, .. var rows] ? throw new FormatException("The CSV has no header.")
            : header.GroupBy(name => name).FirstOrDefault(names => names.Count() > 1) is { } twice
                ? throw new FormatException($"The header has the name \"{twice.Key}\" {twice.Count()} times.")
            : [.. rows.Select((values, row) => ToRow(header, values, row + 1))];
    }

    private static Dictionary<string, string> ToRow(IReadOnlyList<string> header, IReadOnlyList<string> values, int number) =>
        values.Count == header.Count
            ? header.Zip(values).ToDictionary(pair => pair.First, pair => pair.Second)
            : throw new FormatException($"Row {number} has {values.Count} values, the header {header.Count}.");

    /// <summary>The records one by one, the header first, each with the number of its first line.</summary>
    /// <exception cref="FormatException">A quote is not closed.</exception>
    public static IEnumerable<(long Line, IReadOnlyList<string> Values)> ReadEach(TextReader csv)
    {
        var (line, start) = (1L, 1L);
        var (record, field, quoted, wasQuoted) = (new List<string>(), new StringBuilder(), false, false);
        int next;
        do
        {
            next = csv.Read();
            line += next == '\n' ? 1 : 0;
            // In quotes only the first two cases and the default apply. The empty-line case must precede the end-of-record case.
            switch (next)
            {
                case '"':
                    if (!quoted && wasQuoted)
                    {
                        // In valid CSV it comes right after the closing quote, and is an escaped quote.
                        field.Append('"');
                    }

                    (quoted, wasQuoted) = (!quoted, true);
                    break;
                case EndOfText when quoted:
                    throw new FormatException("The CSV ends within quotes.");
                case '\n' or EndOfText when !quoted && record.Count == 0 && field.Length == 0 && !wasQuoted:
                    // An empty line is not a record.
                    start = line;
                    break;
                case ',' or '\n' or EndOfText when !quoted:
                    record.Add(field.ToString());
                    field.Clear();
                    wasQuoted = false;
                    if (next != ',')
                    {
                        yield return (start, record);
                        (record, start) = ([], line);
                    }

                    break;
                case '\r' when !quoted:
                    break;
                default:
                    field.Append((char)next);
                    break;
            }
        }
        while (next != EndOfText);
    }
}
