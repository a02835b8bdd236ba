using System.CommandLine;
using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>What of the options a reader gave. What is wrong with them is a <see cref="FormatException"/> of one line.</summary>
internal static class GivenOptions
{
    public static bool Has(this CommandResult result, Option option) => result.GetResult(option) is { Implicit: false };

    /// <summary>Null where the option was not given.</summary>
    /// <param name="parse">Takes the text and the option's name, as those of <see cref="Quantity"/> do.</param>
    public static T? Read<T>(this CommandResult result, Option<string?> option, Func<string, string, T> parse)
        where T : struct =>
        result.GetValue(option) is { } text ? parse(text, option.Name) : null;

    /// <exception cref="FormatException">More than one of them was given.</exception>
    public static void AllowOne(this CommandResult result, params IReadOnlyList<Option> options)
    {
        var given = options.Where(result.Has).Select(option => option.Name).ToList();
        if (given.Count > 1)
        {
            var allowed = string.Join(", ", options.Select(option => option.Name));
            throw new FormatException($"Only one of {allowed} is allowed; there are {string.Join(" and ", given)}.");
        }
    }

    /// <exception cref="FormatException">An option that takes a value was given without one.</exception>
    public static void RequireValues(this CommandResult result)
    {
        if (result.Children.OfType<OptionResult>().FirstOrDefault(LacksValue) is { Option: var option })
        {
            throw new FormatException(
                $"{option.Name} needs a value{(option.HelpName is { } shape ? $": {option.Name} {shape}" : "")}.");
        }
    }

    private static bool LacksValue(OptionResult result) =>
        !result.Implicit && result.Tokens.Count < result.Option.Arity.MinimumNumberOfValues;
}
