using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>Sets of scalar values, with the equality of the query language.</summary>
internal static class ValueSet
{
    public static ImmutableArray<SqlValue> Intersect(ImmutableArray<SqlValue> first, ImmutableArray<SqlValue> second) =>
        [.. first.Where(new HashSet<SqlValue>(second, ScalarComparer.Instance).Contains)];

    public static ImmutableArray<SqlValue> Distinct(IEnumerable<SqlValue> values) =>
        [.. values.Distinct(ScalarComparer.Instance)];
}
