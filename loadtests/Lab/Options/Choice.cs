namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Restricts options and arguments to a list of words. The error for any other word shows the list.</summary>
internal static class Choice
{
    /// <summary>An option that takes one of the words; the first is the default.</summary>
    public static Option<string> CreateOption(string name, string description, params IReadOnlyList<string> words) =>
        new Option<string>(name) { Description = description, DefaultValueFactory = _ => words[0] }.AllowOnly(words);

    public static Option<T> AllowOnly<T>(this Option<T> option, IEnumerable<string> words)
    {
        string[] allowed = [.. words];
        option.CompletionSources.Add(allowed);
        option.Validators.Add(result => Refuse(result, result.Tokens, option.Name, allowed));
        return option;
    }

    public static Argument<T> AllowOnly<T>(this Argument<T> argument, IEnumerable<string> words)
    {
        string[] allowed = [.. words];
        argument.CompletionSources.Add(allowed);
        argument.Validators.Add(result => Refuse(result, result.Tokens, $"<{argument.Name}>", allowed));
        return argument;
    }

    private static void Refuse(SymbolResult result, IReadOnlyList<Token> tokens, string name, string[] allowed)
    {
        if (tokens.FirstOrDefault(token => !allowed.Contains(token.Value)) is { Value: var word })
        {
            result.AddError($"{name} takes one of {string.Join(", ", allowed)}; it is '{word}'.{Suggestion.For(word, allowed)}");
        }
    }
}
