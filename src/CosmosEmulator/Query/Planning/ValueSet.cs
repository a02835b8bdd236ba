using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>Sets of scalar values, with the equality of the query language.</summary>
internal static class ValueSet
{
    public static ImmutableArray<SqlValue> Intersect(ImmutableArray<SqlValue> first, ImmutableArray<SqlValue> second) =>
        [.. first.Where(value => second.Any(other => SqlComparison.AreSame(value, other)))];

    public static ImmutableArray<SqlValue> Distinct(IEnumerable<SqlValue> values) =>
        [.. values.Distinct(ScalarComparer.Instance)];

    private sealed class ScalarComparer : IEqualityComparer<SqlValue>
    {
        public static ScalarComparer Instance { get; } = new();

        public bool Equals(SqlValue x, SqlValue y) => SqlComparison.AreSame(x, y);

        public int GetHashCode(SqlValue obj) => HashCode.Combine(obj.Kind, obj.Number, obj.Text, obj.IsTrue);
    }
}
