using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// How two values compare. With an undefined operand the answer is undefined.
/// </summary>
internal static class SqlComparison
{
    /// <summary>
    /// Equality. Values of different types differ: c.x != null finds all that is not null, and 1 != 'a' is true. (The
    /// documentation's table calls both undefined; the SDK's own query planner, which folds such constants, does not.)
    /// As there, NaN does not equal itself.
    /// </summary>
    public static CosmosValue Equal(in CosmosValue left, in CosmosValue right) =>
        left.IsDefined && right.IsDefined
            ? CosmosValue.From(left == right && !(left.Kind == CosmosValueKind.Number && double.IsNaN(left.Number)))
            : CosmosValue.Undefined;

    /// <summary>Order: null when the two have none, as two arrays, two objects, or values of different types.</summary>
    public static int? Order(in CosmosValue left, in CosmosValue right)
    {
        if (left.IsBoolean && right.IsBoolean)
        {
            return left.Kind.CompareTo(right.Kind);
        }

        return (left.Kind, right.Kind) switch
        {
            (CosmosValueKind.Null, CosmosValueKind.Null) => 0,
            (CosmosValueKind.Number, CosmosValueKind.Number) => left.ExactNumber.CompareTo(right.ExactNumber),
            (CosmosValueKind.String, CosmosValueKind.String) => CodePoints.Compare(left.Text, right.Text),
            _ => null,
        };
    }
}
