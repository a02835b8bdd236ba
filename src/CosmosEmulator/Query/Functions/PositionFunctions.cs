using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that count or cut strings: positions are code points, and only whole numbers will do.</summary>
internal static class PositionFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        new("LENGTH", 1, 1, Length),
        new("INDEX_OF", 2, 3, IndexOf),
        new("LEFT", 2, 2, Left),
        new("RIGHT", 2, 2, Right),
        new("SUBSTRING", 3, 3, Substring),
    ];

    private static SqlValue Length(SqlValue[] arguments) => StringFunctions.AreTexts(arguments)
        ? SqlValue.From((double)CodePoints.Count(arguments[0].Text))
        : SqlValue.Undefined;

    private static SqlValue IndexOf(SqlValue[] arguments)
    {
        var start = arguments.Length == 3 ? ReadCount(arguments[2]) : 0;
        if (!StringFunctions.AreTexts(arguments.AsSpan(0, 2)) || start is not >= 0)
        {
            return SqlValue.Undefined;
        }

        var text = arguments[0].Text;
        var found = text.IndexOf(arguments[1].Text, CodePoints.ToIndex(text, start.Value), StringComparison.Ordinal);
        return SqlValue.From((double)(found < 0 ? found : CodePoints.Count(text[..found])));
    }

    private static SqlValue Left(SqlValue[] arguments) => Cut(arguments[0], 0, ReadCount(arguments[1]));

    private static SqlValue Right(SqlValue[] arguments)
    {
        var count = CodePoints.Count(arguments[0].Text);
        return ReadCount(arguments[1]) is { } wanted
            ? Cut(arguments[0], Math.Max(0, count - Math.Max(0, wanted)), count)
            : SqlValue.Undefined;
    }

    private static SqlValue Substring(SqlValue[] arguments) =>
        Cut(arguments[0], ReadCount(arguments[1]), ReadCount(arguments[2]));

    private static SqlValue Cut(SqlValue value, int? start, int? count)
    {
        if (value.Kind != SqlValueKind.String || start is null || count is null)
        {
            return SqlValue.Undefined;
        }

        var text = value.Text;
        if (start < 0 || count <= 0)
        {
            return SqlValue.From("");
        }

        var rest = text[CodePoints.ToIndex(text, start.Value)..];
        return SqlValue.From(rest[..CodePoints.ToIndex(rest, count.Value)]);
    }

    private static int? ReadCount(SqlValue value) => value.Kind == SqlValueKind.Number && double.IsInteger(value.Number)
        ? (int)Math.Clamp(value.Number, int.MinValue, int.MaxValue)
        : null;
}
