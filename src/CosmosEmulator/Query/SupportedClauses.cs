using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>Refuses, by name, the clauses that are understood but not served. A refusal is better than a wrong answer.</summary>
internal static class SupportedClauses
{
    public static void Check(SqlQuery query)
    {
        RefuseIf(query.Select.IsDistinct, "DISTINCT", query.Select.Location);
        RefuseIf(!query.GroupBy.IsEmpty, "GROUP BY", Location(query.GroupBy.FirstOrDefault()));
        RefuseIf(!query.OrderBy.IsEmpty, "ORDER BY", Location(query.OrderBy.FirstOrDefault()?.Expression));
        RefuseIf(query.OffsetLimit is not null, "OFFSET LIMIT", query.OffsetLimit?.Location);
        CheckFrom(query.From, query.Select.Location);
    }

    private static void CheckFrom(SqlFrom? from, SqlLocation select)
    {
        if (from is null)
        {
            throw new SqlNotSupportedException("A query without FROM", select);
        }

        RefuseIf(!from.Joins.IsEmpty, "JOIN", Location(from.Joins.FirstOrDefault()?.Expression));
        RefuseIf(from.Source.IsIteration, "IN in FROM", from.Source.Location);
        RefuseIf(from.Source.Expression is SqlSubquery, "A subquery in FROM", from.Source.Location);
        RefuseIf(from.Source.Expression is not SqlIdentifier, "A path in FROM", from.Source.Location);
    }

    private static SqlLocation? Location(SqlExpression? expression) => expression?.Location;

    private static void RefuseIf(bool isUsed, string feature, SqlLocation? location)
    {
        if (isUsed)
        {
            throw new SqlNotSupportedException(feature, location);
        }
    }
}
