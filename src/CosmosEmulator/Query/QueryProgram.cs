using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Planning;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>A query made ready to run with one set of parameter values. Safe to use from several threads at once.</summary>
internal sealed class QueryProgram
{
    private static readonly JsonDocumentOptions DocumentOptions = new() { MaxDepth = 256 };

    private readonly BoundQuery _query;
    private readonly FilterSplit _split;

    private QueryProgram(BoundQuery query, ulong hash) => (_query, _split, Hash) = (query, FilterSplit.FromFilter(query.Filter), hash);

    /// <summary>As <see cref="SqlRequest.Hash"/>.</summary>
    public ulong Hash { get; }

    /// <summary>What an index can answer of the WHERE clause; the rest is <see cref="MatchesResidual(JsonElement)"/>.</summary>
    public IndexFilter Indexed => _split.Indexed;

    /// <summary>True when the result is the document as stored: SELECT *, SELECT VALUE c.</summary>
    public bool IsWholeDocument => _query.Projection.IsWholeDocument;

    /// <summary>Whether filter or projection read the document; an index answers the others.</summary>
    public bool NeedsJson => _split.Residual is not null || !IsWholeDocument;

    /// <summary>The most rows that the query returns, or null.</summary>
    public int? Top => _query.Top;

    /// <summary>Throws a <see cref="SqlException"/> when the query names what does not exist or is not supported.</summary>
    public static QueryProgram Compile(SqlQuery query, QueryParameters parameters, ulong hash = 0) =>
        new(BoundQuery.Bind(query, parameters), hash);

    /// <summary>Whether the whole WHERE clause is true for the document.</summary>
    public bool Matches(JsonElement document) => IsTrue(_query.Filter, document);

    public bool Matches(ReadOnlyMemory<byte> document)
    {
        using var parsed = JsonDocument.Parse(document, DocumentOptions);
        return Matches(parsed.RootElement);
    }

    /// <summary>Whether a document that an index found for <see cref="Indexed"/> passes the rest of the filter.</summary>
    public bool MatchesResidual(JsonElement document) => IsTrue(_split.Residual, document);

    public bool MatchesResidual(ReadOnlyMemory<byte> document)
    {
        if (_split.Residual is null)
        {
            return true;
        }

        using var parsed = JsonDocument.Parse(document, DocumentOptions);
        return MatchesResidual(parsed.RootElement);
    }

    /// <summary>Writes what SELECT makes of a document that matches; false, with nothing written, when that is no row.</summary>
    public bool TryProject(JsonElement document, Utf8JsonWriter writer) =>
        _query.Projection.TryWrite(new Row(CosmosValue.From(document)), writer);

    public bool TryProject(ReadOnlyMemory<byte> document, Utf8JsonWriter writer)
    {
        using var parsed = JsonDocument.Parse(document, DocumentOptions);
        return TryProject(parsed.RootElement, writer);
    }

    private static bool IsTrue(BoundExpression? filter, JsonElement document) =>
        filter is null || filter.Evaluate(new Row(CosmosValue.From(document))).IsTrue;
}
