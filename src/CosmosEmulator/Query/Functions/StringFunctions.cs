using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of strings: an argument of another type makes the answer undefined.</summary>
internal static class StringFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        Search("CONTAINS", (text, part, comparison) => text.Contains(part, comparison)),
        Search("ENDSWITH", (text, part, comparison) => text.EndsWith(part, comparison)),
        Search("STARTSWITH", (text, part, comparison) => text.StartsWith(part, comparison)),
        Search("STRINGEQUALS", (text, other, comparison) => text.Equals(other, comparison)),
        Change("LOWER", text => text.ToLowerInvariant()),
        Change("UPPER", text => text.ToUpperInvariant()),
        Change("LTRIM", text => text.TrimStart()),
        Change("RTRIM", text => text.TrimEnd()),
        Change("TRIM", text => text.Trim()),
        new("LENGTH", 1, 1, arguments => AreTexts(arguments) ? SqlValue.From((double)arguments[0].Text.Length) : SqlValue.Undefined),
        new("CONCAT", 2, int.MaxValue, Concatenate),
        new("INDEX_OF", 2, 2, IndexOf),
        new("LEFT", 2, 2, arguments => Cut(arguments, (text, count) => text[..count])),
        new("RIGHT", 2, 2, arguments => Cut(arguments, (text, count) => text[^count..])),
        new("REPLACE", 3, 3, Replace),
        new("SUBSTRING", 3, 3, Substring),
    ];

    // The last argument, if given, says whether to ignore case.
    private static ScalarFunction Search(string name, Func<string, string, StringComparison, bool> test) => new(name, 2, 3, arguments =>
    {
        var isReadable = AreTexts(arguments.AsSpan(0, 2)) && (arguments.Length == 2 || arguments[2].Kind == SqlValueKind.Boolean);
        var ignoresCase = arguments.Length == 3 && arguments[2].IsTrue;
        var comparison = ignoresCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        return isReadable ? SqlValue.From(test(arguments[0].Text, arguments[1].Text, comparison)) : SqlValue.Undefined;
    });

    private static ScalarFunction Change(string name, Func<string, string> change) =>
        new(name, 1, 1, arguments => AreTexts(arguments) ? SqlValue.From(change(arguments[0].Text)) : SqlValue.Undefined);

    private static SqlValue Concatenate(SqlValue[] arguments) => AreTexts(arguments)
        ? SqlValue.From(string.Concat(arguments.Select(argument => argument.Text)))
        : SqlValue.Undefined;

    private static SqlValue IndexOf(SqlValue[] arguments) => AreTexts(arguments)
        ? SqlValue.From((double)arguments[0].Text.IndexOf(arguments[1].Text, StringComparison.Ordinal))
        : SqlValue.Undefined;

    private static SqlValue Replace(SqlValue[] arguments)
    {
        if (!AreTexts(arguments))
        {
            return SqlValue.Undefined;
        }

        var (text, old) = (arguments[0].Text, arguments[1].Text);
        return SqlValue.From(old.Length == 0 ? text : text.Replace(old, arguments[2].Text, StringComparison.Ordinal));
    }

    private static SqlValue Cut(SqlValue[] arguments, Func<string, int, string> cut)
    {
        if (!AreTexts(arguments.AsSpan(0, 1)) || arguments[1].Kind != SqlValueKind.Number)
        {
            return SqlValue.Undefined;
        }

        var text = arguments[0].Text;
        return SqlValue.From(cut(text, Limit(arguments[1].Number, text.Length)));
    }

    private static SqlValue Substring(SqlValue[] arguments)
    {
        if (!AreTexts(arguments.AsSpan(0, 1)) || arguments[1].Kind != SqlValueKind.Number || arguments[2].Kind != SqlValueKind.Number)
        {
            return SqlValue.Undefined;
        }

        var text = arguments[0].Text;
        var start = Limit(arguments[1].Number, text.Length);
        return SqlValue.From(text.Substring(start, Limit(arguments[2].Number, text.Length - start)));
    }

    private static int Limit(double count, int most) => (int)Math.Clamp(Math.Truncate(count), 0, most);

    private static bool AreTexts(ReadOnlySpan<SqlValue> arguments)
    {
        foreach (var argument in arguments)
        {
            if (argument.Kind != SqlValueKind.String)
            {
                return false;
            }
        }

        return true;
    }
}
