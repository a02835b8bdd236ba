using System.CommandLine.Completions;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Help in one style: values in capitals or as a short list of words, and defaults as a sentence.</summary>
internal static partial class CommandHelp
{
    private const int MaxWordsLength = 60;

    /// <summary>Prints the help or the version that the command line asks for.</summary>
    public static async Task<int> InvokeAsync(
        ParseResult result, InvocationConfiguration invocation, CancellationToken cancellationToken)
    {
        NameValues(result.CommandResult.Command);
        SummarizeSubcommands(result.CommandResult.Command);
        await using var help = new StringWriter();
        var code = await result.InvokeAsync(
            new InvocationConfiguration { Output = help, Error = invocation.Error }, cancellationToken);
        await invocation.Output.WriteAsync(Default().Replace($"{help}", "Default: $1."));
        return code;
    }

    /// <summary>Without it the value would have the name of the option, in small letters, or any number of words.</summary>
    private static void NameValues(Command command)
    {
        foreach (var option in command.Options.Where(
            each => each.HelpName is null && each.ValueType != typeof(bool) && each.Arity.MaximumNumberOfValues > 0))
        {
            var words = string.Join('|', option.GetCompletions(CompletionContext.Empty).Select(word => word.Label));
            option.HelpName = words.Length is 0 or > MaxWordsLength ? option.Name.TrimStart('-').ToUpperInvariant() : null;
        }
    }

    /// <summary>A list of commands has a short line for each, and says once what most of them have in common.</summary>
    private static void SummarizeSubcommands(Command command)
    {
        var listed = command.Subcommands.OfType<ToolCommand>().Where(each => !each.Hidden).ToList();
        foreach (var each in listed)
        {
            each.Description = each.Summary;
            each.Arguments.ToList().ForEach(argument => argument.HelpName ??= argument.Name);
        }

        string?[] notes =
        [
            listed.Count == 0 ? null : $"{ExitCode.Help()} COMMAND --help has those of a command.",
            listed.Exists(each => each.MayNeedClone) ? "(clone): the command needs a clone of the repository." : null,
        ];
        command.Description = string.Join(Environment.NewLine, notes.OfType<string>().Prepend(command.Description ?? ""));
    }

    [GeneratedRegex(@"\[default: (.*?)\]")]
    private static partial Regex Default();
}
