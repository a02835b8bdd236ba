namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>An option whose value is a list of words, separated by commas or spaces.</summary>
internal sealed class ListOption : Option<string[]>
{
    private const char Comma = ',';

    private readonly IReadOnlyList<string> _usual;

    /// <param name="usual">The default.</param>
    public ListOption(string name, string description, IReadOnlyList<string> words, IReadOnlyList<string> usual)
        : base(name)
    {
        _usual = usual;
        Description =
            $"{description}: any of {string.Join(", ", words)}, separated by commas. Default: {string.Join(Comma, usual)}.";
        AllowMultipleArgumentsPerToken = true;
        HelpName = "LIST";
        CompletionSources.Add([.. words]);
        Validators.Add(result =>
        {
            var given = Split(result.Tokens.Select(token => token.Value)).DefaultIfEmpty("");
            if (given.FirstOrDefault(word => !words.Contains(word)) is { } wrong)
            {
                result.AddError(
                    $"{name} takes any of {string.Join(", ", words)}; it has '{wrong}'.{Suggestion.For(wrong, words)}");
            }
        });
    }

    /// <summary>Each word once, in the order in which they were given.</summary>
    public IReadOnlyList<string> Read(CommandResult line) =>
        line.GetValue(this) is { Length: > 0 } given ? [.. Split(given).Distinct()] : _usual;

    /// <inheritdoc cref="Read(CommandResult)"/>
    public IReadOnlyList<string> Read(ParseResult arguments) => Read(arguments.CommandResult);

    public static IEnumerable<string> Split(IEnumerable<string> values) =>
        values.SelectMany(value => value.Split(Comma, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
}
