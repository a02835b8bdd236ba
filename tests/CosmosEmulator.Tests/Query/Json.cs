using System.Buffers;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>Documents, parameters and results as the tests write them.</summary>
internal static class Json
{
    public static ReadOnlyMemory<byte> Bytes(string json) => Encoding.UTF8.GetBytes(json);

    public static QueryParameters Parameters(string json) => new(
        JsonElement.Parse(json).EnumerateObject().Select(member => KeyValuePair.Create(member.Name, CosmosValue.From(member.Value))));

    /// <summary>The value of an expression on constants, or null when it is undefined.</summary>
    public static string? Value(string expression) => Project($"SELECT VALUE {expression} FROM c", "{}");

    /// <summary>What the query makes of the document, or null when that is no row.</summary>
    public static string? Project(string query, string document) =>
        Project(QueryProgram.Compile(SqlParser.Parse(query), QueryParameters.None), document);

    /// <param name="row">Of the execution; null for a new one.</param>
    public static string? Project(QueryProgram program, string document, Row? row = null)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);

        using var reader = new DocumentRowReader(row ?? program.CreateRow(TimeProvider.System));
        var isRow = program.TryProject(reader.Read(Bytes(document)), writer);
        writer.Flush();
        return isRow ? Encoding.UTF8.GetString(buffer.WrittenSpan) : null;
    }

    /// <summary>Whether the whole filter is true for a document.</summary>
    public static bool Matches(this QueryProgram program, ReadOnlyMemory<byte> document) =>
        program.Matches(document, TimeProvider.System, CancellationToken.None);

    /// <summary>Whether a document passes what an index does not answer of the filter.</summary>
    public static bool MatchesResidual(this QueryProgram program, string document)
    {
        using var reader = new DocumentRowReader(program.CreateRow(TimeProvider.System));
        return program.Rows(reader.Read(Bytes(document))).Any();
    }

    /// <summary>A value as JSON, or the word undefined.</summary>
    public static string Text(CosmosValue value) => value.Kind switch
    {
        CosmosValueKind.Number => $"{value.ExactNumber}",
        CosmosValueKind.String => JsonSerializer.Serialize(value.Text),
        _ => $"{value.Kind}".ToLowerInvariant(),
    };
}
