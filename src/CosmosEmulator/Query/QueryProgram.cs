using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Query.Planning;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>A query made ready to run with one set of parameter values. Safe to use from several threads at once.</summary>
internal sealed class QueryProgram
{
    private readonly BoundQuery _query;
    private readonly FilterSplit _split;
    private readonly int _rowSize;

    private QueryProgram(BoundQuery query, int rowSize, ulong hash, ResumeFilter? resume)
    {
        (_query, _rowSize) = (query, rowSize);
        (Hash, Resume) = (hash, resume);
        SortPaths = FindSortPaths(query.OrderBy);
        OrdersByItems = !query.OrderBy.IsEmpty && HasKeyOfItems(query);

        // A filter inside of FROM is evaluated there, and what an index finds for it is passed through the whole query.
        _split = query.DocumentFilter == query.Filter
            ? FilterSplit.FromFilter(query.Filter)
            : new FilterSplit(FilterSplit.FromFilter(query.DocumentFilter).Indexed, query.Filter);
    }

    /// <summary>Whether it has no FROM clause, and so one row without a document.</summary>
    public required bool IsConstant { get; init; }

    /// <summary>As <see cref="SqlRequest.Hash"/>.</summary>
    public ulong Hash { get; }

    /// <summary>As <see cref="SqlRequest.Resume"/>.</summary>
    public ResumeFilter? Resume { get; }

    /// <summary>What an index can answer of the WHERE clause; the rest is evaluated for each row.</summary>
    public IndexFilter Indexed => _split.Indexed;

    /// <summary>Whether each row is a document as stored, at its own place: SELECT *, SELECT VALUE c.</summary>
    public bool IsWholeDocument =>
        IsServedByPartition && _query.Projection.IsWholeDocument && _query.From.Sources.IsEmpty;

    /// <summary>Whether the filter reads documents that an index has found.</summary>
    public bool HasResidual => _split.Residual is not null;

    /// <summary>Whether rows of one partition are all rows, in any order and number: partitions can be read one after another.</summary>
    public bool IsServedByPartition => !IsConstant && Grouping is null && OrderBy.IsEmpty && !IsDistinct && Limits.Offset == 0;

    /// <summary>Whether its rows are documents that indexes find, in the order in which they are stored.</summary>
    public bool IsAnsweredByIndex => IsServedByPartition && !HasResidual && !Indexed.Lookups.IsEmpty && _query.From.Sources.IsEmpty;

    public Grouping? Grouping => _query.Grouping;

    /// <summary>The property in whose order the rows are, first of all; null if the first key is another expression.</summary>
    public PropertyPath? OrderPath =>
        !OrderBy.IsEmpty && FixedValues.TryReadPath(OrderBy[0].Expression, out var path) && !SystemProperties.IsName(path.Names[0])
            ? path
            : null;

    public ImmutableArray<BoundSortKey> OrderBy => _query.OrderBy;

    /// <summary>The keys of ORDER BY as properties of the documents; empty if one of them is another expression.</summary>
    public ImmutableArray<SortPath> SortPaths { get; }

    /// <summary>Whether a key of ORDER BY is of the items of an array, which the service refuses, though its planner does not.</summary>
    public bool OrdersByItems { get; }

    public bool IsDistinct => _query.IsDistinct;

    public RowLimits Limits => _query.Limits;

    /// <exception cref="SqlException">The query names what does not exist or is not supported.</exception>
    public static QueryProgram Compile(SqlQuery query, QueryParameters parameters, ulong hash = 0, ResumeFilter? resume = null)
    {
        var bound = QueryBinder.Bind(query, parameters, out var rowSize);
        return resume is null || resume.Values.Length == bound.OrderBy.Length
            ? new QueryProgram(bound, rowSize, hash, resume) { IsConstant = query.From is null }
            : throw new SqlRequestException("The resumeFilter must have one value for each key of ORDER BY.");
    }

    private static ImmutableArray<SortPath> FindSortPaths(ImmutableArray<BoundSortKey> keys)
    {
        var paths = ImmutableArray.CreateBuilder<SortPath>(keys.Length);
        foreach (var key in keys)
        {
            if (!FixedValues.TryReadPath(key.Expression, out var path))
            {
                return [];
            }

            paths.Add(new SortPath(path, key.IsDescending));
        }

        return paths.ToImmutable();
    }

    private static bool HasKeyOfItems(BoundQuery query)
    {
        var paths = new DocumentPaths(query.From);
        return query.OrderBy.Any(key => paths.IsOfItems(key.Expression));
    }

    /// <summary>A row for the documents that are read one after another in one execution, which starts now.</summary>
    public Row CreateRow(TimeProvider time, CancellationToken cancellationToken = default) =>
        new(_rowSize, new QueryClock(time), cancellationToken);

    /// <summary>The rows that the FROM clause makes of a document and that pass what is left of the filter.</summary>
    /// <param name="row">Has the document.</param>
    public IEnumerable<Row> Rows(Row row) => _query.From.Rows(row, _split.Residual);

    /// <summary>The result of a row, or of a group.</summary>
    public CosmosValue Project(Row row) => _query.Projection.Evaluate(row);

    /// <summary>Writes the result of a row, or of a group; false, with nothing written, when it has none.</summary>
    public bool TryProject(Row row, Utf8JsonWriter writer) => _query.Projection.TryWrite(row, writer);

    /// <summary>Whether the whole WHERE clause is true for a document.</summary>
    /// <exception cref="OperationCanceledException">The client left: a subquery can have millions of rows.</exception>
    public bool Matches(ReadOnlyMemory<byte> document, TimeProvider time, CancellationToken cancellationToken)
    {
        using var reader = new DocumentRowReader(CreateRow(time, cancellationToken));
        return _query.From.Rows(reader.Read(document), _query.Filter).Any();
    }
}
