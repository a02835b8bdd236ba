using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of arrays.</summary>
internal static class ArrayFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        new("ARRAY_LENGTH", 1, 1, arguments => arguments[0].Kind == SqlValueKind.Array
            ? SqlValue.From((double)arguments[0].Count)
            : SqlValue.Undefined),
        new("ARRAY_CONTAINS", 2, 3, Contains),
        new("ARRAY_CONCAT", 2, int.MaxValue, Concatenate),
        new("ARRAY_SLICE", 2, 3, Slice),
    ];

    // With a third argument of true, an object matches an item that has at least its members.
    private static SqlValue Contains(SqlValue[] arguments)
    {
        var isReadable = arguments[0].Kind == SqlValueKind.Array
            && arguments[1].IsDefined
            && (arguments.Length == 2 || arguments[2].Kind == SqlValueKind.Boolean);
        if (!isReadable)
        {
            return SqlValue.Undefined;
        }

        var isPartial = arguments.Length == 3 && arguments[2].IsTrue;
        return SqlValue.From(arguments[0].Items().Any(item => isPartial
            ? Covers(item, arguments[1])
            : SqlComparison.AreSame(item, arguments[1])));
    }

    private static bool Covers(SqlValue item, SqlValue part) =>
        item.Kind == SqlValueKind.Object && part.Kind == SqlValueKind.Object
            ? part.Members().All(member => Covers(item.Member(member.Key), member.Value))
            : SqlComparison.AreSame(item, part);

    // A negative start counts from the end.
    private static SqlValue Slice(SqlValue[] arguments)
    {
        var start = PositionFunctions.ReadCount(arguments[1]);
        var length = arguments.Length == 3 ? PositionFunctions.ReadCount(arguments[2]) : int.MaxValue;
        if (arguments[0].Kind != SqlValueKind.Array || start is null || length is null)
        {
            return SqlValue.Undefined;
        }

        var first = start.Value < 0 ? Math.Max(0, arguments[0].Count + start.Value) : start.Value;
        return SqlValue.From((IReadOnlyList<SqlValue>)[.. arguments[0].Items().Skip(first).Take(length.Value)]);
    }

    private static SqlValue Concatenate(SqlValue[] arguments) => arguments.All(argument => argument.Kind == SqlValueKind.Array)
        ? SqlValue.From((IReadOnlyList<SqlValue>)[.. arguments.SelectMany(argument => argument.Items())])
        : SqlValue.Undefined;
}
