using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that look for several strings, and those that split and join strings.</summary>
internal static class StringListFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        SearchAll("CONTAINS_ALL_CI", StringComparison.OrdinalIgnoreCase),
        SearchAll("CONTAINS_ALL_CS", StringComparison.Ordinal),
        SearchAny("CONTAINS_ANY_CI", StringComparison.OrdinalIgnoreCase),
        SearchAny("CONTAINS_ANY_CS", StringComparison.Ordinal),
        new("STRINGJOIN", 2, 2, Join),
        new("STRINGSPLIT", 2, 2, Split),
    ];

    // As CONTAINS(text, part1) AND CONTAINS(text, part2) and so on.
    private static ScalarFunction SearchAll(string name, StringComparison comparison) => new(name, 2, int.MaxValue, arguments =>
        Search(arguments, comparison).Aggregate(CosmosValue.True, (all, one) => ThreeValuedLogic.And(all, one)));

    private static ScalarFunction SearchAny(string name, StringComparison comparison) => new(name, 2, int.MaxValue, arguments =>
        Search(arguments, comparison).Aggregate(CosmosValue.False, (any, one) => ThreeValuedLogic.Or(any, one)));

    private static IEnumerable<CosmosValue> Search(CosmosValue[] arguments, StringComparison comparison) =>
        arguments.Skip(1).Select(part => StringFunctions.AreTexts([arguments[0], part])
            ? CosmosValue.From(arguments[0].Text.Contains(part.Text, comparison))
            : CosmosValue.Undefined);

    private static CosmosValue Join(CosmosValue[] arguments)
    {
        CosmosValue[] items = [.. arguments[0].Items()];
        var isReadable = arguments[0].Kind == CosmosValueKind.Array
            && StringFunctions.AreTexts(items)
            && StringFunctions.AreTexts(arguments.AsSpan(1));
        if (!isReadable)
        {
            return CosmosValue.Undefined;
        }

        var separator = arguments[1].Text;
        var length = items.Sum(item => (long)item.Text.Length) + ((long)separator.Length * Math.Max(0, items.Length - 1));
        ResultLength.Check("STRINGJOIN", length);
        return CosmosValue.From(string.Join(separator, items.Select(item => item.Text)));
    }

    private static CosmosValue Split(CosmosValue[] arguments)
    {
        if (!StringFunctions.AreTexts(arguments))
        {
            return CosmosValue.Undefined;
        }

        var (text, delimiter) = (arguments[0].Text, arguments[1].Text);
        string[] parts = delimiter.Length == 0 ? [text] : text.Split(delimiter);
        return CosmosValue.FromItems(parts.Select(part => CosmosValue.From(part)));
    }
}
