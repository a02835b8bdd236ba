using System.Text;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study as JSON. The names of its properties are a contract.</summary>
public static class StudyJson
{
    /// <summary>Increases whenever a property is renamed or removed.</summary>
    public const int SchemaVersion = 1;

    /// <summary>Writes UTF-8 and leaves <paramref name="output"/> open.</summary>
    /// <param name="folder">The folder of the study, to which paths are relative; null for none.</param>
    public static void Write(Stream output, Study study, string? folder = null)
    {
        var document = study.JsonTable is { } only
            ? Rows(study.Tables.Single(table => table.Key == only))
            : Document(study, study.Envelope);
        JsonSerializer.Serialize(
            output, document, new JsonSerializerOptions(RecordJson.Options) { Converters = { new ShortPaths(folder) } });
    }

    public static string Text(Study study)
    {
        using var output = new MemoryStream();
        Write(output, study);
        return Encoding.UTF8.GetString(output.GetBuffer(), 0, (int)output.Length);
    }

    private static object Document(Study study, StudyEnvelope envelope) => new
    {
        SchemaVersion,
        envelope.Lab,
        envelope.Title,
        envelope.StartedAt,
        envelope.Command,
        envelope.Commit,
        Machine = envelope.Machine.IsKnown ? envelope.Machine : null,
        envelope.DebugBuild,
        envelope.Interrupted,
        envelope.Failure,
        study.Summary,
        Warnings = study.AllWarnings,
        Tables = study.Tables.ToDictionary(table => table.Key, Rows),
        Verdicts = study.Verdicts.Select(each => new { each.Goal, each.Found, each.Met, each.Runs, each.Interval, each.Basis }),
        Charts = study.Parts<StudyChart>().Select(part => ContentOf(part.Chart)),
        Notes = study.Tables.SelectMany(table => table.Notes)
            .Concat(study.Parts<StudyNotes>().SelectMany(notes => notes.Sentences))
            .Concat(study.Parts<StudyList>().SelectMany(list => list.Items).Select(item => item.ToString())),
    };

    private static IEnumerable<Dictionary<string, object?>> Rows(StudyTable table) => table.Rows.Select(row =>
    {
        var cells = table.Columns.Zip(row, (column, cell) => (Column: column, Cell: cell)).ToList();
        var written = cells
            .Where(each => !each.Column.IsOptional || each.Cell.Value is not null)
            .ToDictionary(each => each.Column.Key, each => Finite(each.Cell.Value));
        if (cells.Any(each => each.Cell.AtLeast))
        {
            written.TryAdd("atLeast", cells.Where(each => each.Cell.AtLeast).Select(each => each.Column.Key));
        }

        return written;
    });

    private static object ContentOf(Chart chart)
    {
        var table = chart.ToTable();
        return new
        {
            chart.Title,
            chart.Description,
            table.Columns,
            Rows = table.Rows.Select(row => row.Select(cell => Finite(cell.Value))),
            AtLeast = table.Rows.Index().SelectMany(row => row.Item.Index()
                .Where(cell => cell.Item.AtLeast)
                .Select(cell => new { Row = row.Index, Column = table.Columns[cell.Index] })),
        };
    }

    /// <summary>JSON has no infinity and no NaN: they are written as null, like figures that were not measured.</summary>
    private static object? Finite(object? value) => value is double number && !double.IsFinite(number) ? null : value;

    private sealed class ShortPaths(string? folder) : JsonConverter<string>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetString();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(PrivatePaths.Shorten(value, folder));
    }
}
