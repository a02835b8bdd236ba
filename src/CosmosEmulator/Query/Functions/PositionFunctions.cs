using DroneDelivery.CosmosEmulator.Query.Values;

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
        new("REPLICATE", 2, 2, Replicate),
    ];

    /// <summary>Characters of a result of REPLICATE, as in the service; a longer one is undefined.</summary>
    private const int MaxReplicated = 10_000;

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

    private static SqlValue Replicate(SqlValue[] arguments) =>
        arguments[0].Kind == SqlValueKind.String && ReadCount(arguments[1]) is >= 0 and var count
        && (long)count * arguments[0].Text.Length <= MaxReplicated
            ? SqlValue.From(string.Concat(Enumerable.Repeat(arguments[0].Text, count)))
            : SqlValue.Undefined;

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

    /// <summary>A whole number, or the nearest that fits; null for another value.</summary>
    public static int? ReadCount(SqlValue value) => value.Kind == SqlValueKind.Number && double.IsInteger(value.Number)
        ? (int)Math.Clamp(value.Number, int.MinValue, int.MaxValue)
        : null;
}
