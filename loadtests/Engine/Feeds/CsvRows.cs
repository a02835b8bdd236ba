namespace DroneDelivery.LoadTests.Engine.Feeds;

/// <summary>Reads CSV with a header for a feed (RFC 4180: commas, quotes, doubled quotes, line breaks within quotes).</summary>
public static class CsvRows
{
    /// <summary>One row for each record, with its values by header name.</summary>
    /// <exception cref="FormatException">
    /// There is no header, a row has more or fewer values than the header, or a quote is not closed.
    /// </exception>
    public static IReadOnlyList<IReadOnlyDictionary<string, string>> Read(TextReader csv)
    {
        var records = ReadRecords(csv).ToList();
        return records is [var header, .. var rows]
            ? [.. rows.Select((values, row) => ToRow(header, values, row + 1))]
            : throw new FormatException("The CSV has no header.");
    }

    private static Dictionary<string, string> ToRow(List<string> header, List<string> values, int number) =>
        values.Count == header.Count
            ? header.Zip(values).ToDictionary(pair => pair.First, pair => pair.Second)
            : throw new FormatException($"Row {number} has {values.Count} values, the header {header.Count}.");

    private static IEnumerable<List<string>> ReadRecords(TextReader csv)
    {
        var fields = new CsvFields();
        for (var next = csv.Read(); next >= 0; next = csv.Read())
        {
            if (fields.Take((char)next) is { } record)
            {
                yield return record;
            }
        }

        if (fields.Finish() is { } last)
        {
            yield return last;
        }
    }
}
