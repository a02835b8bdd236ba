namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Rebuilds the command line that the user typed, for a shell.</summary>
internal static partial class CommandLine
{
    /// <param name="engine">The engine, if its labs are in another program than <c>lab</c>.</param>
    public static string FromArguments(ParseResult arguments, LoadEngine? engine = null) =>
        FromWords(arguments.Tokens.Select(token => token.Value), engine);

    /// <inheritdoc cref="FromArguments"/>
    public static string FromWords(IEnumerable<string> words, LoadEngine? engine = null) =>
        $"{engine?.Program ?? LabProgram.Name} {string.Join(" ", words.Select(Quoted))}";

    private static string Quoted(string token)
    {
        var word = Secrets.Mask(PrivatePaths.ShortenWord(token));
        return Plain().IsMatch(word) ? word : $"\"{ActiveInQuotes().Replace(word, @"\$0")}\"";
    }

    /// <summary>A word that no shell splits, and of which it takes no part for something else.</summary>
    [GeneratedRegex(@"^[\w./\\:=,@%+-]+\z")]
    private static partial Regex Plain();

    [GeneratedRegex("""["$`]|\\(?=["$`\\]|\z)""")]
    private static partial Regex ActiveInQuotes();
}
