using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>
/// A command for use beside k6, wrk and the like, in scripts and on build servers: a wrong command line gets one line that says
/// what is allowed, and ends with <see cref="ExitCode.WrongUsage"/>.
/// </summary>
internal sealed class ToolCommand(string name, string description) : Command(name, description)
{
    /// <summary>As <see cref="ParseResult.InvokeAsync"/>, for commands of this kind and of others.</summary>
    public static async Task<int> InvokeAsync(
        ParseResult result, InvocationConfiguration invocation, CancellationToken cancellationToken = default)
    {
        if (result.Action is not ParseErrorAction || result.CommandResult.Command is not ToolCommand command)
        {
            return await result.InvokeAsync(invocation, cancellationToken);
        }

        // The first says enough: others often only follow from it.
        await invocation.Error.WriteLineAsync(command.Explain(result));
        return ExitCode.WrongUsage;
    }

    /// <param name="check">Throws a <see cref="FormatException"/> whose message, one line, says what is allowed.</param>
    public void RefuseWrongUsage(Action<CommandResult> check) => Validators.Add(result =>
    {
        try
        {
            check(result);
        }
        catch (FormatException exception)
        {
            result.AddError(exception.Message);
        }
    });

    /// <summary>A word that looks like an option and is none; options of this command are named.</summary>
    public string Unknown(string word) =>
        $"There is no option {word}. Options: {string.Join(", ", Options.Select(option => option.Name).Where(name => name != "--help"))}.";

    private string Explain(ParseResult result) => result.UnmatchedTokens.FirstOrDefault() switch
    {
        { } word when word.StartsWith('-') => Unknown(word),
        { } word => $"'{word}' is one word too many. {Name} --help says what is allowed.",
        _ => result.Errors[0].Message.ReplaceLineEndings(" "),
    };
}
