namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The equality of the query language for values that are no arrays and no objects.</summary>
internal sealed class ScalarComparer : IEqualityComparer<SqlValue>
{
    public static ScalarComparer Instance { get; } = new();

    public bool Equals(SqlValue x, SqlValue y) => SqlComparison.AreSame(x, y);

    public int GetHashCode(SqlValue obj) => HashCode.Combine(obj.Kind, obj.ExactNumber, obj.Text, obj.IsTrue);
}
