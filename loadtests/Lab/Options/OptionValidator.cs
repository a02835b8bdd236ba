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

    /// <summary>Adds <see cref="ForWord"/> to an option.</summary>
    public static Option<T> Checked<T, TWord>(this Option<T> option, Func<string, string, TWord> parse)
    {
        option.Validators.Add(ForWord(parse));
        return option;
    }

    /// <summary>For an option with several words.</summary>
    /// <param name="choose">Parses the words. Invalid words are a <see cref="FormatException"/> of one line.</param>
    public static Action<OptionResult> ForWords<T>(Func<IReadOnlyList<string>, T> choose) => result =>
        AddErrorOf(result, () => choose([.. result.Tokens.Select(token => token.Value)]));

    /// <summary>For an option that is checked together with others of its command.</summary>
    /// <param name="check">Throws a <see cref="FormatException"/> of one line.</param>
    public static Action<OptionResult> ForCommand(Action<CommandResult> check) => result => AddErrorOf(result, () =>
    {
        check((CommandResult)result.Parent!);
        return true;
    });

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
