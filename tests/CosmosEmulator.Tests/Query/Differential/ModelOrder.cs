namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>How values are ordered.</summary>
internal static class ModelOrder
{
    /// <summary>As in ORDER BY, MIN and MAX: by type, then by value. Two arrays, or two objects, are equal in it.</summary>
    public static int Compare(ModelValue left, ModelValue right) =>
        left.Kind != right.Kind ? ((int)left.Kind).CompareTo((int)right.Kind)
        : left.Kind == ModelKind.Number ? left.Number.CompareTo(right.Number)
        : left.Kind == ModelKind.Text ? CompareTexts(left.Text, right.Text)
        : 0;

    /// <summary>As in a filter: null for two values that have no order, such as a number and a string.</summary>
    public static int? CompareInFilter(ModelValue left, ModelValue right)
    {
        var areComparable = (left.IsBoolean && right.IsBoolean) || (left.Kind == right.Kind && left.IsScalar);
        return areComparable ? Compare(left, right) : null;
    }

    private static int CompareTexts(string left, string right)
    {
        var (first, second) = (ModelTexts.ToCodePoints(left), ModelTexts.ToCodePoints(right));
        for (var index = 0; index < first.Length && index < second.Length; index++)
        {
            if (first[index] != second[index])
            {
                return first[index].CompareTo(second[index]);
            }
        }

        return first.Length.CompareTo(second.Length);
    }
}
