using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>Refuses, by name, the clauses that are understood but not served. A refusal is better than a wrong answer.</summary>
internal static class SupportedClauses
{
    public static void Check(SqlQuery query)
    {
        if (query.From is null)
        {
            throw new SqlNotSupportedException("A query without FROM", query.Select.Location);
        }
    }
}
