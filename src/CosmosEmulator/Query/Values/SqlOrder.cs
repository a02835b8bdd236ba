using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The order of ORDER BY, MIN and MAX over values of all kinds: first by kind, then by value.</summary>
internal static class SqlOrder
{
    /// <summary>Two arrays, or two objects, have no order: 0.</summary>
    public static int Compare(in CosmosValue left, in CosmosValue right) =>
        left.Kind == right.Kind ? SqlComparison.Order(left, right) ?? 0 : left.Kind.CompareTo(right.Kind);
}
