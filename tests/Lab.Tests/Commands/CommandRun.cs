using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>A command as a reader would run it, with what it printed.</summary>
internal sealed record CommandRun(int ExitCode, string Output, string Error)
{
    public static Task<CommandRun> RunAsync(Command command, params string[] arguments) =>
        RunAsync(command, TestContext.Current.CancellationToken, arguments);

    public static Task<CommandRun> RunAsync(Command command, CancellationToken cancellationToken, params string[] arguments) =>
        RunAsync(new RootCommand { command }, cancellationToken, [command.Name, .. arguments]);

    /// <param name="words">The whole line, with the command's name.</param>
    public static async Task<CommandRun> RunAsync(
        RootCommand commands, CancellationToken cancellationToken, params string[] words)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var invocation = new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false };
        var code = await CommandUsage.InvokeAsync(commands.Parse(words), invocation, cancellationToken);
        return new CommandRun(code, output.ToString(), error.ToString());
    }
}
