namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Reads the options of a command line. An invalid value is a <see cref="FormatException"/> of one line.</summary>
internal static class GivenOptions
{
    public static bool Has(this CommandResult result, Option option) => result.GetResult(option) is { Implicit: false };

    /// <summary>Null when the option was not given.</summary>
    /// <param name="parse">Takes the text and the option's name, like the methods of <see cref="Quantity"/>.</param>
    public static T? Read<T>(this CommandResult result, Option<string?> option, Func<string, string, T> parse)
        where T : struct =>
        result.GetValue(option) is { } text ? parse(text, option.Name) : null;

    /// <summary>A whole number within the bounds, both included; null when the option was not given.</summary>
    public static int? ReadWhole(this CommandResult result, Option<string?> option, int min, int max) =>
        result.Read(option, (text, name) => Quantity.Whole(text, name, min, max));

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

    /// <summary>Refuses options that would have no effect.</summary>
    /// <param name="goesWith">What the options belong to, for example <c>--feed</c>.</param>
    /// <exception cref="FormatException">The condition holds, and one of the options was given.</exception>
    public static void RefuseIf(this CommandResult result, bool condition, string goesWith, params IEnumerable<Option> options)
    {
        if (condition && options.FirstOrDefault(result.Has) is { } option)
        {
            throw new FormatException($"{option.Name} goes with {goesWith}.");
        }
    }

    /// <summary>The error for the first option that has no value, or an empty one; null when there is none.</summary>
    public static string? OptionWithoutValue(this CommandResult result) =>
        result.Children.OfType<OptionResult>().FirstOrDefault(LacksValue) is { Option: var option }
            ? $"{option.Name} needs a value"
                + (option.HelpName is { } shape ? $": {option.Name} {shape}" : $". {option.Description}")
            : null;

    /// <summary>The error for the first argument that is missing without a default, or empty; null for none.</summary>
    public static string? ArgumentWithoutValue(this CommandResult result) =>
        result.Command.Arguments.FirstOrDefault(each => LacksValue(each, result.GetResult(each)?.Tokens ?? [])) is { } argument
            ? $"{result.Command.Name} needs <{argument.HelpName ?? argument.Name}>: {argument.Description}"
            : null;

    private static bool LacksValue(OptionResult result) => !result.Implicit
        && (result.Tokens.Count < result.Option.Arity.MinimumNumberOfValues
            || (result.Option is not TextOptionAllowingEmpty && result.Tokens.Any(IsEmpty)));

    private static bool LacksValue(Argument argument, IReadOnlyList<Token> tokens) =>
        tokens.Any(IsEmpty) || (tokens.Count < argument.Arity.MinimumNumberOfValues && !argument.HasDefaultValue);

    private static bool IsEmpty(Token token) => string.IsNullOrWhiteSpace(token.Value);
}
