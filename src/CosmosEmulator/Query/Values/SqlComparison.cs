namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// How two values compare. With an undefined operand the answer is undefined.
/// </summary>
internal static class SqlComparison
{
    /// <summary>
    /// Equality. Values of different types differ: c.x != null finds all that is not null, and 1 != 'a' is true. (The
    /// documentation's table calls both undefined; the SDK's own query planner, which folds such constants, does not.)
    /// </summary>
    public static SqlValue Equal(in SqlValue left, in SqlValue right) =>
        left.IsDefined && right.IsDefined ? SqlValue.From(AreSame(left, right)) : SqlValue.Undefined;

    /// <summary>Order: null when the two have none, as two arrays, two objects, or values of different types.</summary>
    public static int? Order(in SqlValue left, in SqlValue right)
    {
        if (left.Kind != right.Kind)
        {
            return null;
        }

        return left.Kind switch
        {
            SqlValueKind.Null => 0,
            SqlValueKind.Boolean => left.IsTrue.CompareTo(right.IsTrue),
            SqlValueKind.Number => left.ExactNumber.CompareTo(right.ExactNumber),
            SqlValueKind.String => CodePoints.Compare(left.Text, right.Text),
            _ => null,
        };
    }

    /// <summary>Deep equality.</summary>
    public static bool AreSame(in SqlValue left, in SqlValue right)
    {
        if (left.Kind != right.Kind)
        {
            return false;
        }

        return left.Kind switch
        {
            SqlValueKind.Boolean => left.IsTrue == right.IsTrue,
            SqlValueKind.Number => left.ExactNumber == right.ExactNumber,
            SqlValueKind.String => left.IsText(right.Text),
            SqlValueKind.Array => HaveSameItems(left, right),
            SqlValueKind.Object => HaveSameMembers(left, right),
            _ => true,
        };
    }

    private static bool HaveSameItems(SqlValue left, SqlValue right) =>
        left.Count == right.Count && left.Items().Zip(right.Items()).All(pair => AreSame(pair.First, pair.Second));

    private static bool HaveSameMembers(SqlValue left, SqlValue right) =>
        left.Count == right.Count && left.Members().All(member => AreSame(member.Value, right.Member(member.Key)));
}
