using System.CommandLine;
using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>
/// Options as plain words, which are read and refused in one place with the same kind of message, whatever they mean.
/// </summary>
internal static class Texts
{
    public static Option<string?> Option(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = shape };

    public static Option<string[]> Repeated(string name, string shape, string description, params string[] aliases) =>
        new(name, aliases) { Description = description + " May be given several times.", HelpName = shape };

    /// <summary>Null where the option was not given.</summary>
    public static T? Read<T>(this CommandResult result, Option<string?> option, Func<string, string, T> parse)
        where T : struct =>
        result.GetValue(option) is { } text ? parse(text, option.Name) : null;

    /// <exception cref="FormatException">More than one of them was given.</exception>
    public static void AllowOne(this CommandResult result, params IReadOnlyList<Option> options)
    {
        var given = options.Where(option => result.GetResult(option) is { Implicit: false }).Select(option => option.Name).ToList();
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
            throw new FormatException($"{option.Name} needs a value{(option.HelpName is { } shape ? $": {option.Name} {shape}" : "")}.");
        }
    }

    public static bool Has(this CommandResult result, Option option) => result.GetResult(option) is { Implicit: false };

    private static bool LacksValue(OptionResult result) =>
        !result.Implicit && result.Tokens.Count < result.Option.Arity.MinimumNumberOfValues;
}
