using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Checks of an option by itself.</summary>
internal static class OptionCheck
{
    /// <summary>
    /// Of an option that takes one word. Looks at the text, not the value: asking for the value of a
    /// word that is no number is an error of its own.
    /// </summary>
    /// <param name="parse">Takes the text and the option's name; a
    /// <see cref="FormatException"/> of one line says what is allowed.</param>
    public static Action<OptionResult> ForWord<T>(Func<string, string, T> parse) => result =>
    {
        if (result.Tokens is [{ Value: var text }])
        {
            AddErrorOf(result, () => parse(text, result.Option.Name));
        }
    };

    /// <summary>Of an option that takes several words.</summary>
    /// <param name="choose">A <see cref="FormatException"/> of one line says what is allowed.</param>
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
