using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>
/// Regular expressions. The service's are those of PCRE, these are those of .NET: a dot matches one UTF-16 unit here, and \d and
/// \w match the digits and letters of all scripts.
/// </summary>
internal static class RegexFunctions
{
    /// <summary>A full cache is cleared: most queries have one pattern, which all documents are matched with.</summary>
    private const int MaxKept = 64;

    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(1);

    // Null for an invalid pattern or modifier.
    private static readonly ConcurrentDictionary<(string Pattern, string Modifiers), Regex?> Kept = new();

    public static IReadOnlyList<ScalarFunction> All { get; } = [new("REGEXMATCH", 2, 3, Match)];

    private static CosmosValue Match(CosmosValue[] arguments)
    {
        var modifiers = arguments.Length == 3 ? arguments[2].Text : "";
        if (!StringFunctions.AreTexts(arguments) || Find(arguments[1].Text, modifiers) is not { } expression)
        {
            return CosmosValue.Undefined;
        }

        try
        {
            return CosmosValue.From(expression.IsMatch(arguments[0].Text));
        }
        catch (RegexMatchTimeoutException)
        {
            throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, $"REGEXMATCH takes over {MaxTime.TotalSeconds} s for one text with this pattern.");
        }
    }

    private static Regex? Find(string pattern, string modifiers)
    {
        if (Kept.TryGetValue((pattern, modifiers), out var expression))
        {
            return expression;
        }

        if (Kept.Count >= MaxKept)
        {
            Kept.Clear();
        }

        return Kept[(pattern, modifiers)] = Compile(pattern, modifiers);
    }

    private static Regex? Compile(string pattern, string modifiers)
    {
        if (ReadOptions(modifiers) is not { } options)
        {
            return null;
        }

        try
        {
            // Its time is linear in the length of the text.
            return new Regex(pattern, options | RegexOptions.NonBacktracking, MaxTime);
        }
        catch (NotSupportedException)
        {
            // It has no back references and cannot look around.
            return new Regex(pattern, options, MaxTime);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    private static RegexOptions? ReadOptions(string modifiers)
    {
        var options = RegexOptions.CultureInvariant;
        foreach (var modifier in modifiers)
        {
            RegexOptions? option = modifier switch
            {
                'i' => RegexOptions.IgnoreCase,
                'm' => RegexOptions.Multiline,
                's' => RegexOptions.Singleline,
                'x' => RegexOptions.IgnorePatternWhitespace,
                _ => null,
            };
            if (option is not { } known)
            {
                return null;
            }

            options |= known;
        }

        return options;
    }
}
