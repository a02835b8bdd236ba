using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Resolves a FROM clause and defines its names.</summary>
internal sealed class FromBinder
{
    private readonly Names _names;
    private readonly QueryParameters _parameters;

    // The container's documents can be named by any word that is no name yet.
    private readonly bool _isContainer;

    private FromBinder(Names names, QueryParameters parameters, bool isContainer) =>
        (_names, _parameters, _isContainer) = (names, parameters, isContainer);

    public static FromBinder ForContainer(Names names, QueryParameters parameters) => new(names, parameters, isContainer: true);

    public static FromBinder ForSubquery(Names names, QueryParameters parameters) => new(names, parameters, isContainer: false);

    public BoundFrom Bind(SqlFrom from)
    {
        var sources = ImmutableArray.CreateBuilder<BoundSource>();
        var first = BindFirst(from.Source, out var filter);
        if (first is not null)
        {
            sources.Add(first);
        }

        sources.AddRange(from.Joins.Select(join => BindSource(join, isContainer: false)));
        return new BoundFrom(sources.ToImmutable(), OfContainer: _isContainer ? first as SubquerySource : null, filter);
    }

    /// <summary>Null for the documents of the container, of which a subquery may take those that a filter leaves.</summary>
    private BoundSource? BindFirst(SqlSource source, out BoundExpression? filter)
    {
        filter = null;
        if (_isContainer && source is { Expression: SqlIdentifier { Name: var name }, IsIteration: false } && _names.Find(name) is null)
        {
            _names.Define(source.Alias ?? name, Row.Document, source.Location);
            return null;
        }

        return _isContainer && TryBindDocuments(source, out filter) ? null : BindSource(source, _isContainer);
    }

    /// <summary>Binds a subquery of documents as they are: what is around it is read as of the container itself.</summary>
    private bool TryBindDocuments(SqlSource source, out BoundExpression? filter)
    {
        filter = null;
        if (source is not { Expression: SqlSubquery { Query: var query }, IsIteration: false } || !DocumentSubquery.Is(query))
        {
            return false;
        }

        var names = new Names(_names);
        var inner = new FromBinder(names, _parameters, isContainer: true).Bind(query.From!);
        if (!inner.Sources.IsEmpty)
        {
            return false;
        }

        var where = query.Where is null ? null : new Binder(names, _parameters).Bind(query.Where);
        filter = LogicalExpression.And(inner.Filter, where);
        if (source.Alias is { } alias)
        {
            _names.Define(alias, Row.Document, source.Location);
        }

        return true;
    }

    /// <param name="isContainer">Whether a word that is no name stands for the documents of the container.</param>
    private BoundSource BindSource(SqlSource source, bool isContainer)
    {
        // The source does not see its own name.
        var query = source.Expression is SqlSubquery subquery ? BindSubquery(subquery, isContainer) : null;
        var path = query is null ? BindPath(source.Expression, isContainer) : null;
        var place = _names.AddPlace();
        // FROM c in a subquery is the c of the query around it, and no other name.
        var isOuter = source is { Alias: null, Expression: SqlIdentifier outer } && _names.Find(outer.Name) is not null;
        if (!isOuter && (source.Alias ?? ColumnNames.NameOf(source.Expression)) is { } name)
        {
            _names.Define(name, place, source.Location);
        }

        return query is not null ? new SubquerySource(place, query, source.IsIteration)
            : source.IsIteration ? new ItemSource(place, path!)
            : new PathSource(place, path!);
    }

    private BoundExpression BindPath(SqlExpression path, bool isContainer)
    {
        var root = path;
        while (root is SqlMember member)
        {
            root = member.Source;
        }

        if (!isContainer || root is not SqlIdentifier { Name: var name } || _names.Find(name) is not null)
        {
            return new Binder(_names, _parameters).Bind(path);
        }

        // The word for the container is no name of the query.
        var container = new Names(_names);
        container.Define(name, Row.Document, root.Location);
        return new Binder(container, _parameters).Bind(path);
    }

    private BoundQuery BindSubquery(SqlSubquery subquery, bool isContainer)
    {
        var names = new Names(_names);
        var query = QueryBinder.BindSubquery(
            subquery.Query, names, new FromBinder(names, _parameters, isContainer), _parameters);
        return query.IsStreamed || !isContainer
            ? query
            : throw new SqlNotSupportedException(
                "GROUP BY, an aggregate, DISTINCT, TOP or OFFSET LIMIT in a subquery of the container", subquery.Location);
    }
}
