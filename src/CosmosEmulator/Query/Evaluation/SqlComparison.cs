namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// How two values compare. The answer can be undefined: with an undefined operand, and between different types.
/// </summary>
internal static class SqlComparison
{
    /// <summary>
    /// Equality. The documented table leaves null against another type undefined, yet "c.x != null" finds the values that
    /// are not null (LINQ and EF Core rely on it): null differs from every other value.
    /// </summary>
    public static SqlValue Equal(in SqlValue left, in SqlValue right)
    {
        if (!left.IsDefined || !right.IsDefined)
        {
            return SqlValue.Undefined;
        }

        if (left.Kind == right.Kind)
        {
            return SqlValue.From(AreSame(left, right));
        }

        return left.Kind == SqlValueKind.Null || right.Kind == SqlValueKind.Null ? SqlValue.False : SqlValue.Undefined;
    }

    /// <summary>Order: null when the two have none.</summary>
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
            SqlValueKind.Number => left.Number.CompareTo(right.Number),
            SqlValueKind.String => string.CompareOrdinal(left.Text, right.Text),
            _ => null,
        };
    }

    /// <summary>Deep equality of two values of one type.</summary>
    public static bool AreSame(in SqlValue left, in SqlValue right)
    {
        if (left.Kind != right.Kind)
        {
            return false;
        }

        return left.Kind switch
        {
            SqlValueKind.Boolean => left.IsTrue == right.IsTrue,
            SqlValueKind.Number => left.Number == right.Number,
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
