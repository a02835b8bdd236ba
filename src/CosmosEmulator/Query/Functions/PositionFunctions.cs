using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that count or cut strings: positions are code points, and only whole numbers will do.</summary>
internal static class PositionFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        new("LENGTH", 1, 1, Length),
        new("INDEX_OF", 2, 3, IndexOf),
        new("LASTINDEXOF", 2, 3, LastIndexOf),
        new("LEFT", 2, 2, Left),
        new("RIGHT", 2, 2, Right),
        new("SUBSTRING", 3, 3, Substring),
        new("REPLICATE", 2, 2, Replicate),
    ];

    /// <summary>Characters of a result of REPLICATE, as in the service; a longer one is undefined.</summary>
    private const int MaxReplicated = 10_000;

    private static CosmosValue Length(CosmosValue[] arguments) => StringFunctions.AreTexts(arguments)
        ? CosmosValue.From((double)CodePoints.Count(arguments[0].Text))
        : CosmosValue.Undefined;

    private static CosmosValue IndexOf(CosmosValue[] arguments)
    {
        var start = arguments.Length == 3 ? ReadCount(arguments[2]) : 0;
        if (!StringFunctions.AreTexts(arguments.AsSpan(0, 2)) || start is not >= 0)
        {
            return CosmosValue.Undefined;
        }

        var text = arguments[0].Text;
        var found = text.IndexOf(arguments[1].Text, CodePoints.ToIndex(text, start.Value), StringComparison.Ordinal);
        return CosmosValue.From((double)(found < 0 ? found : CodePoints.Count(text[..found])));
    }

    // The search goes from the start towards the beginning: the whole of what is found lies there.
    private static CosmosValue LastIndexOf(CosmosValue[] arguments)
    {
        var start = arguments.Length == 3 ? ReadCount(arguments[2]) : int.MaxValue;
        if (!StringFunctions.AreTexts(arguments.AsSpan(0, 2)) || start is not >= 0)
        {
            return CosmosValue.Undefined;
        }

        var text = arguments[0].Text;
        var end = CodePoints.ToIndex(text, Math.Min(start.Value, text.Length) + 1);
        var found = text.AsSpan(0, end).LastIndexOf(arguments[1].Text, StringComparison.Ordinal);
        return CosmosValue.From((double)(found < 0 ? found : CodePoints.Count(text[..found])));
    }

    private static CosmosValue Left(CosmosValue[] arguments) => Cut(arguments[0], 0, ReadCount(arguments[1]));

    private static CosmosValue Right(CosmosValue[] arguments)
    {
        var count = CodePoints.Count(arguments[0].Text);
        return ReadCount(arguments[1]) is { } wanted
            ? Cut(arguments[0], Math.Max(0, count - Math.Max(0, wanted)), count)
            : CosmosValue.Undefined;
    }

    private static CosmosValue Substring(CosmosValue[] arguments) =>
        Cut(arguments[0], ReadCount(arguments[1]), ReadCount(arguments[2]));

    private static CosmosValue Replicate(CosmosValue[] arguments) =>
        arguments[0].Kind == CosmosValueKind.String && ReadCount(arguments[1]) is >= 0 and var count
        && (long)count * arguments[0].Text.Length <= MaxReplicated
            ? CosmosValue.From(arguments[0].Text.Length == 0 ? "" : string.Concat(Enumerable.Repeat(arguments[0].Text, count)))
            : CosmosValue.Undefined;

    private static CosmosValue Cut(CosmosValue value, int? start, int? count)
    {
        if (value.Kind != CosmosValueKind.String || start is null || count is null)
        {
            return CosmosValue.Undefined;
        }

        var text = value.Text;
        if (start < 0 || count <= 0)
        {
            return CosmosValue.From("");
        }

        var rest = text[CodePoints.ToIndex(text, start.Value)..];
        return CosmosValue.From(rest[..CodePoints.ToIndex(rest, count.Value)]);
    }

    /// <summary>A whole number, or the nearest that fits; null for another value.</summary>
    public static int? ReadCount(CosmosValue value) => value.Kind == CosmosValueKind.Number && double.IsInteger(value.Number)
        ? (int)Math.Clamp(value.Number, int.MinValue, int.MaxValue)
        : null;
}
