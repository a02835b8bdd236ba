using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of arrays.</summary>
internal static class ArrayFunctions
{
    /// <summary>A filter by it is answered by an index.</summary>
    public const string Contains = "ARRAY_CONTAINS";

    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        new("ARRAY_LENGTH", 1, 1, arguments => arguments[0].Kind == CosmosValueKind.Array
            ? CosmosValue.From((double)arguments[0].Count)
            : CosmosValue.Undefined),
        new(Contains, 2, 3, FindItem),
        new("ARRAY_CONTAINS_ALL", 2, int.MaxValue, arguments =>
            ContainsEach(arguments).Aggregate(CosmosValue.True, (all, one) => ThreeValuedLogic.And(all, one))),
        new("ARRAY_CONTAINS_ANY", 2, int.MaxValue, arguments =>
            ContainsEach(arguments).Aggregate(CosmosValue.False, (any, one) => ThreeValuedLogic.Or(any, one))),
        new("ARRAY_CONCAT", 2, int.MaxValue, Concatenate),
        new("ARRAY_SLICE", 2, 3, Slice),
        new("CHOOSE", 2, int.MaxValue, Choose),
        new("OBJECTTOARRAY", 1, 3, ToArray),
    ];

    // With a third argument of true, an object matches an item that has at least its members.
    private static CosmosValue FindItem(CosmosValue[] arguments)
    {
        var isReadable = arguments[0].Kind == CosmosValueKind.Array
            && arguments[1].IsDefined
            && (arguments.Length == 2 || arguments[2].IsBoolean);
        if (!isReadable)
        {
            return CosmosValue.Undefined;
        }

        var isPartial = arguments.Length == 3 && arguments[2].IsTrue;
        return CosmosValue.From(arguments[0].Items().Any(item => isPartial
            ? Covers(item, arguments[1])
            : item == arguments[1]));
    }

    // An undefined value to look for gives undefined.
    private static IEnumerable<CosmosValue> ContainsEach(CosmosValue[] arguments) =>
        arguments.Skip(1).Select(wanted => FindItem([arguments[0], wanted]));

    private static bool Covers(CosmosValue item, CosmosValue part) =>
        item.Kind == CosmosValueKind.Object && part.Kind == CosmosValueKind.Object
            ? item.HasMembers(part, Covers)
            : item == part;

    // A negative start counts from the end.
    private static CosmosValue Slice(CosmosValue[] arguments)
    {
        var start = PositionFunctions.ReadCount(arguments[1]);
        var length = arguments.Length == 3 ? PositionFunctions.ReadCount(arguments[2]) : int.MaxValue;
        if (arguments[0].Kind != CosmosValueKind.Array || start is null || length is null)
        {
            return CosmosValue.Undefined;
        }

        var first = start.Value < 0 ? Math.Max(0, arguments[0].Count + start.Value) : start.Value;
        return CosmosValue.FromItems(arguments[0].Items().Skip(first).Take(length.Value));
    }

    // The first choice has the number 1.
    private static CosmosValue Choose(CosmosValue[] arguments) =>
        IntegerFunctions.Read(arguments[0]) is { } number && number > 0 && number < arguments.Length
            ? arguments[number]
            : CosmosValue.Undefined;

    private static CosmosValue ToArray(CosmosValue[] arguments)
    {
        if (arguments[0].Kind != CosmosValueKind.Object || !StringFunctions.AreTexts(arguments.AsSpan(1)))
        {
            return CosmosValue.Undefined;
        }

        var nameOfName = arguments.Length > 1 ? arguments[1].Text : "k";
        var nameOfValue = arguments.Length > 2 ? arguments[2].Text : "v";
        return CosmosValue.FromItems(arguments[0].Members().Select(member => CosmosValue.From(new OrderedDictionary<string, CosmosValue>
        {
            [nameOfName] = CosmosValue.From(member.Key),
            [nameOfValue] = member.Value,
        })));
    }

    private static CosmosValue Concatenate(CosmosValue[] arguments)
    {
        if (!arguments.All(argument => argument.Kind == CosmosValueKind.Array))
        {
            return CosmosValue.Undefined;
        }

        ResultLength.Check("ARRAY_CONCAT", arguments.Sum(argument => (long)argument.Count), "items");
        return CosmosValue.FromItems(arguments.SelectMany(argument => argument.Items()));
    }
}
