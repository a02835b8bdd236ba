using System.CommandLine.Invocation;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>
/// Prints one line for a wrong command line, which says what is allowed, and ends with <see cref="ExitCode.WrongUsage"/>. Scripts
/// and build servers can use the lab like k6 or wrk.
/// </summary>
internal static class CommandUsage
{
    /// <summary>Like <see cref="ParseResult.InvokeAsync"/>, for command lines that are right.</summary>
    public static async Task<int> InvokeAsync(
        ParseResult result, InvocationConfiguration invocation, CancellationToken cancellationToken = default)
    {
        if (AsksForHelp(result))
        {
            return await CommandHelp.InvokeAsync(result, invocation, cancellationToken);
        }

        if (FindFault(result) is not { } fault)
        {
            return await result.InvokeAsync(invocation, cancellationToken);
        }

        await invocation.Error.WriteLineAsync(fault);
        return ExitCode.WrongUsage;
    }

    /// <summary>Also true for <c>--version</c>. The rest of the command line is then not checked.</summary>
    private static bool AsksForHelp(ParseResult result) =>
        result.Action is not (null or ParseErrorAction) && result.Action != result.CommandResult.Command.Action;

    /// <summary>The first error, since others are often its consequences; null if the command line is right.</summary>
    public static string? FindFault(ParseResult result)
    {
        var (command, line) = (result.CommandResult.Command, result.CommandResult);
        return NoCommand(command, result.UnmatchedTokens)
            ?? NoOption(command, Words(result).FirstOrDefault(LooksLikeOption))
            ?? OneTooMany(command, result.UnmatchedTokens)
            ?? line.OptionWithoutValue()
            ?? line.ArgumentWithoutValue()
            ?? result.Errors.FirstOrDefault()?.Message.ReplaceLineEndings(" ")
            ?? (command as ToolCommand)?.FindFault(line);
    }

    private static string? NoCommand(Command command, IReadOnlyList<string> words)
    {
        if (command.Action is not null || command.Subcommands.Count == 0)
        {
            return null;
        }

        List<string> names = [.. command.Subcommands.Where(each => !each.Hidden).Select(each => each.Name)];
        var fault = words is [var word, ..]
            ? $"There is no command '{word}'.{Suggestion.For(word, names)}"
            : "A command is needed.";
        return $"{fault} Commands: {string.Join(", ", names)}. --help says what each does.";
    }

    private static string? NoOption(Command command, string? word)
    {
        if (word is null || !command.TreatUnmatchedTokensAsErrors)
        {
            return null;
        }

        List<string> names = [.. command.Options.Select(option => option.Name).Where(name => name != "--help")];
        var allowed = names.Count > 0 ? $"Options: {string.Join(", ", names)}." : $"{command.Name} takes none but --help.";
        return $"There is no option {word}.{Suggestion.For(word, names)} {allowed}";
    }

    private static string? OneTooMany(Command command, IReadOnlyList<string> words) =>
        words is [var word, ..] && command.TreatUnmatchedTokensAsErrors
            ? $"'{word}' is an unexpected argument. {command.Name} --help says what is allowed."
            : null;

    private static IEnumerable<string> Words(ParseResult result)
    {
        var tokens = result.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens);
        return result.UnmatchedTokens.Concat(tokens.Select(token => token.Value));
    }

    /// <summary>False for a negative number and for SQL that starts with a comment.</summary>
    private static bool LooksLikeOption(string word) =>
        word.StartsWith('-') && word != RunFolders.Last
            && word.TrimStart('-') is [var first, ..]
            && char.IsAsciiLetter(first)
            && !word.Any(char.IsWhiteSpace);
}
