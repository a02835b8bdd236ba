using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study as JSON. The names of its properties are a contract.</summary>
public static class StudyJson
{
    /// <summary>Increases whenever a property is renamed or removed.</summary>
    public const int SchemaVersion = 1;

    private static readonly JsonWriterOptions Indented = new() { Indented = true };

    /// <summary>Writes UTF-8 and leaves <paramref name="output"/> open.</summary>
    public static void Write(Stream output, Study study)
    {
        using var json = new Utf8JsonWriter(output, Indented);
        if (study.JsonTable is { } only)
        {
            WriteRows(json, study.Tables.Single(table => table.Key == only));
            return;
        }

        json.WriteStartObject();
        json.WriteNumber("schemaVersion", SchemaVersion);
        WriteEnvelope(json, study.Envelope);
        json.WriteString("summary", study.Summary);
        WriteValue(json, "warnings", study.AllWarnings);
        json.WriteStartObject("tables");
        foreach (var table in study.Tables)
        {
            json.WritePropertyName(table.Key);
            WriteRows(json, table);
        }

        json.WriteEndObject();
        WriteValue(json, "verdicts", study.Verdicts.Select(each => new { each.Goal, each.Found, each.Met, each.Runs }));
        WriteValue(json, "charts", study.Parts<StudyChart>().Select(part => ContentOf(part.Chart)));
        WriteValue(
            json,
            "notes",
            study.Tables.SelectMany(table => table.Notes)
                .Concat(study.Parts<StudyNotes>().SelectMany(notes => notes.Sentences))
                .Concat(study.Parts<StudyList>().SelectMany(list => list.Items).Select(item => item.ToString())));
        json.WriteEndObject();
    }

    private static void WriteEnvelope(Utf8JsonWriter json, StudyEnvelope envelope)
    {
        json.WriteString("lab", envelope.Lab);
        json.WriteString("title", envelope.Title);
        json.WriteString("startedAt", envelope.StartedAt);
        json.WriteString("command", envelope.Command);
        json.WriteString("commit", envelope.Commit);
        WriteValue(json, "machine", envelope.Machine);
        json.WriteBoolean("debugBuild", envelope.DebugBuild);
        json.WriteBoolean("interrupted", envelope.Interrupted);
        json.WriteString("failure", envelope.Failure);
    }

    private static void WriteRows(Utf8JsonWriter json, StudyTable table)
    {
        json.WriteStartArray();
        foreach (var row in table.Rows)
        {
            json.WriteStartObject();
            foreach (var (column, cell) in table.Columns.Zip(row).Where(
                each => !each.First.IsOptional || each.Second.Value is not null))
            {
                WriteValue(json, column.Key, cell.Value);
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static object ContentOf(Chart chart)
    {
        var table = chart.ToTable();
        return new
        {
            chart.Title,
            chart.Description,
            table.Columns,
            Rows = table.Rows.Select(row => row.Select(cell => Finite(cell.Value))),
        };
    }

    private static void WriteValue(Utf8JsonWriter json, string name, object? value)
    {
        json.WritePropertyName(name);
        JsonSerializer.Serialize(json, Finite(value), RecordJson.Options);
    }

    /// <summary>JSON has no infinity and no NaN: they are written as null, like figures that were not measured.</summary>
    private static object? Finite(object? value) => value is double number && !double.IsFinite(number) ? null : value;
}
