using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of two arrays as sets: no item is in the result twice.</summary>
internal static class SetFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        CreateFunction("SETDIFFERENCE", (left, right) => CosmosValue.FromItems(left.Except(right))),
        CreateFunction("SETEQUAL", (left, right) => CosmosValue.From(left.ToHashSet().SetEquals(right))),

        // In the order of the second array: the documentation's SETINTERSECT([1, 2, "A", "B"], ["A", 1]) is ["A", 1].
        CreateFunction("SETINTERSECT", (left, right) => CosmosValue.FromItems(right.Intersect(left))),
        CreateFunction("SETUNION", (left, right) => CosmosValue.FromItems(left.Union(right))),
    ];

    private static ScalarFunction CreateFunction(
        string name, Func<IEnumerable<CosmosValue>, IEnumerable<CosmosValue>, CosmosValue> compute)
    {
        return new ScalarFunction(name, 2, 2, Apply);

        CosmosValue Apply(CosmosValue[] arguments) =>
            arguments[0].Kind == CosmosValueKind.Array && arguments[1].Kind == CosmosValueKind.Array
                ? compute(arguments[0].Items(), arguments[1].Items())
                : CosmosValue.Undefined;
    }
}
