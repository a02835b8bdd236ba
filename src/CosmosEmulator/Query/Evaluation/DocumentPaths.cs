using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// Which expressions are paths of the document. A name of the FROM clause stands for what its source has, and a subquery for what it
/// selects: s.a is c.a after JOIN (SELECT c.a) AS s, and no path after JOIN (SELECT c.a + 1 AS a) AS s.
/// </summary>
internal sealed class DocumentPaths
{
    // By the place of a name.
    private readonly Dictionary<int, BoundExpression?> _values = [];

    public DocumentPaths(BoundFrom from) => Add(from);

    public bool Contains(BoundExpression expression) => Resolve(expression) is NameExpression;

    /// <summary>Whether a path leads through the items of an array, so that a document may have several values for it.</summary>
    public bool IsOfItems(BoundExpression expression) => Resolve(expression) is NameExpression { Place: not Row.Document };

    private void Add(BoundFrom from)
    {
        foreach (var source in from.Sources)
        {
            _values[source.Place] = Resolve(source);
        }
    }

    /// <summary>
    /// For a path the name of the document, or of the items of an array that it leads through; an object or an array that the query
    /// makes; or null for another value.
    /// </summary>
    private BoundExpression? Resolve(BoundExpression expression) => expression switch
    {
        NameExpression { Place: Row.Document } or ObjectExpression or ArrayExpression => expression,
        NameExpression name => _values.GetValueOrDefault(name.Place),
        PropertyExpression property => Resolve(property.Source) switch
        {
            ObjectExpression made => made.Find(property.Name) is { } member ? Resolve(member) : null,
            var source => source as NameExpression,
        },
        ItemExpression item => Resolve(item.Source) switch
        {
            ArrayExpression made => made.Find(item.Index) is { } found ? Resolve(found) : null,
            var source => source as NameExpression,
        },
        SubqueryExpression { Kind: SqlSubqueryKind.Scalar, Query.Filter: null } subquery => Resolve(subquery.Query),
        _ => null,
    };

    private BoundExpression? Resolve(BoundSource source) => source switch
    {
        PathSource one => Resolve(one.Path),
        ItemSource items => Resolve(items.Array) is NameExpression ? new NameExpression(items.Place) : null,
        SubquerySource { AreItems: true } items => Resolve(items.Query) is NameExpression ? new NameExpression(items.Place) : null,
        SubquerySource rows => Resolve(rows.Query),
        _ => null,
    };

    private BoundExpression? Resolve(BoundQuery query)
    {
        Add(query.From);
        foreach (var key in query.Grouping?.Keys ?? [])
        {
            _values[key.Place] = Resolve(key.Expression);
        }

        return Resolve(query.Projection.Expression);
    }
}
