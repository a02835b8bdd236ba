using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Options that take some of a few words, with commas or blanks between them.</summary>
internal static class ListOption
{
    private const char Comma = ',';

    /// <param name="usual">Those taken when the option is not given.</param>
    public static Option<string[]> Of(string name, string description, IReadOnlyList<string> words, IReadOnlyList<string> usual)
    {
        var option = new Option<string[]>(name)
        {
            Description = $"{description}: any of {string.Join(", ", words)}, with commas between them; without it "
                + $"{string.Join(Comma, usual)}.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => [.. usual],
            HelpName = "LIST",
        };
        option.CompletionSources.Add([.. words]);
        option.Validators.Add(result =>
        {
            if (Split(result.Tokens.Select(token => token.Value)).FirstOrDefault(word => !words.Contains(word)) is { } wrong)
            {
                result.AddError($"{name} takes any of {string.Join(", ", words)}; it has '{wrong}'.");
            }
        });
        return option;
    }

    /// <summary>Each word once, in the order in which they were given.</summary>
    public static IReadOnlyList<string> Read(ParseResult arguments, Option<string[]> option) =>
        [.. Split(arguments.GetValue(option) ?? []).Distinct()];

    private static IEnumerable<string> Split(IEnumerable<string> values) =>
        values.SelectMany(value => value.Split(Comma, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
}
