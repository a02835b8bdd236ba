using System.CommandLine;
using System.CommandLine.Invocation;

namespace DroneDelivery.Gateway.Admin;

/// <summary>Runs a parsed command line and returns its exit code. A line with errors prints one message and returns 1.</summary>
internal static class KeyCommandLine
{
    public static async Task<int> RunAsync(ParseResult line, TextWriter output, TextWriter error)
    {
        if (line.Errors is [var fault, ..] && line.Action is null or ParseErrorAction)
        {
            await error.WriteLineAsync($"{fault.Message.ReplaceLineEndings(" ")} {HelpFor(line.CommandResult.Command)}");
            return 1;
        }

        return await line.InvokeAsync(
            new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false });
    }

    private static string HelpFor(Command command) => command.Subcommands.Count > 0
        ? $"Commands: {string.Join(", ", command.Subcommands.Select(each => each.Name))}."
        : $"See keys {command.Name} --help.";
}
