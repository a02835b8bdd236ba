using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that look into strings or change them: an argument of another type makes the answer undefined.</summary>
internal static class StringFunctions
{
    /// <summary>A filter by it is answered by an index.</summary>
    public const string AreEqual = "STRINGEQUALS";

    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        Search("CONTAINS", (text, part, comparison) => text.Contains(part, comparison)),
        Search("ENDSWITH", (text, part, comparison) => text.EndsWith(part, comparison)),
        Search("STARTSWITH", (text, part, comparison) => text.StartsWith(part, comparison)),
        Search(AreEqual, (text, other, comparison) => text.Equals(other, comparison)),
        Change("LOWER", text => text.ToLowerInvariant()),
        Change("UPPER", text => text.ToUpperInvariant()),
        Trim("LTRIM", TrimStart),
        Trim("RTRIM", TrimEnd),
        Trim("TRIM", (text, letters) => TrimEnd(TrimStart(text, letters), letters)),
        new("CONCAT", 2, int.MaxValue, Concatenate),
        new("REPLACE", 3, 3, Replace),
        Change("REVERSE", Reverse),
    ];

    public static bool AreTexts(ReadOnlySpan<CosmosValue> arguments)
    {
        foreach (var argument in arguments)
        {
            if (argument.Kind != CosmosValueKind.String)
            {
                return false;
            }
        }

        return true;
    }

    // The last argument, if given, says whether to ignore case.
    private static ScalarFunction Search(string name, Func<string, string, StringComparison, bool> test)
    {
        return new ScalarFunction(name, 2, 3, Apply);

        CosmosValue Apply(CosmosValue[] arguments)
        {
            var isReadable = AreTexts(arguments.AsSpan(0, 2))
                && (arguments.Length == 2 || arguments[2].IsBoolean);
            var ignoresCase = arguments.Length == 3 && arguments[2].IsTrue;
            var comparison = ignoresCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
            return isReadable ? CosmosValue.From(test(arguments[0].Text, arguments[1].Text, comparison)) : CosmosValue.Undefined;
        }
    }

    private static ScalarFunction Change(string name, Func<string, string> change) =>
        new(name, 1, 1, arguments => AreTexts(arguments) ? CosmosValue.From(change(arguments[0].Text)) : CosmosValue.Undefined);

    // No letters given: white space.
    private static ScalarFunction Trim(string name, Func<string, string, string> trim) => new(name, 1, 2, arguments =>
    {
        var letters = arguments.Length == 2 ? arguments[1].Text : "";
        return AreTexts(arguments) ? CosmosValue.From(trim(arguments[0].Text, letters)) : CosmosValue.Undefined;
    });

    // A letter is a code point: two of them may have one half of a surrogate pair in common.
    private static string TrimStart(string text, string letters)
    {
        if (letters.Length == 0)
        {
            return text.TrimStart();
        }

        var start = 0;
        while (start < text.Length)
        {
            var width = CodePoints.WidthAt(text, start);
            if (letters.AsSpan().IndexOf(text.AsSpan(start, width)) < 0)
            {
                break;
            }

            start += width;
        }

        return text[start..];
    }

    private static string TrimEnd(string text, string letters) => Reverse(TrimStart(Reverse(text), letters));

    private static CosmosValue Concatenate(CosmosValue[] arguments)
    {
        if (!AreTexts(arguments))
        {
            return CosmosValue.Undefined;
        }

        ResultLength.Check("CONCAT", arguments.Sum(argument => (long)argument.Text.Length));
        return CosmosValue.From(string.Concat(arguments.Select(argument => argument.Text)));
    }

    private static CosmosValue Replace(CosmosValue[] arguments)
    {
        if (!AreTexts(arguments) || arguments[1].Text.Length == 0)
        {
            return CosmosValue.Undefined;
        }

        var (text, old, replacement) = (arguments[0].Text, arguments[1].Text, arguments[2].Text);
        var length = text.Length + ((long)(replacement.Length - old.Length) * text.AsSpan().Count(old));
        ResultLength.Check("REPLACE", length);
        return CosmosValue.From(text.Replace(old, replacement, StringComparison.Ordinal));
    }

    private static string Reverse(string text)
    {
        var letters = text.ToCharArray();
        Array.Reverse(letters);
        for (var index = 0; index + 1 < letters.Length; index++)
        {
            if (char.IsSurrogatePair(letters[index + 1], letters[index]))
            {
                (letters[index], letters[index + 1]) = (letters[index + 1], letters[index]);
                index++;
            }
        }

        return new string(letters);
    }
}
