using System.Numerics;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Validators of a single option.</summary>
internal static class OptionValidator
{
    /// <summary>
    /// For an option with one word. It parses the text: reading the value of a word that is no number would add a second error.
    /// </summary>
    /// <param name="parse">Takes the text and the option's name, like the methods of <see cref="Quantity"/>.</param>
    public static Action<OptionResult> ForWord<T>(Func<string, string, T> parse) => result =>
    {
        if (result.Tokens is [{ Value: var text }])
        {
            AddErrorOf(result, () => parse(text, result.Option.Name));
        }
    };

    /// <summary>For an option with several words.</summary>
    /// <param name="choose">Parses the words. Invalid words are a <see cref="FormatException"/> of one line.</param>
    public static Action<OptionResult> ForWords<T>(Func<IReadOnlyList<string>, T> choose) => result =>
        AddErrorOf(result, () => choose([.. result.Tokens.Select(token => token.Value)]));

    private static void AddErrorOf<T>(OptionResult result, Func<T> parse)
    {
        try
        {
            _ = parse();
        }
        catch (FormatException exception)
        {
            result.AddError(exception.Message);
        }
    }
}

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<T> Create<T>(string name, string description, T defaultValue, T min, T max)
        where T : struct, INumber<T> =>
        new(name) { Description = description, DefaultValueFactory = _ => defaultValue, Validators = { Range(min, max) } };

    /// <summary>A validator for a number between two bounds, both included.</summary>
    public static Action<OptionResult> Range<T>(T min, T max)
        where T : struct, INumber<T> =>
        OptionValidator.ForWord((text, name) => Quantity.Number(text, name, min, max));
}
