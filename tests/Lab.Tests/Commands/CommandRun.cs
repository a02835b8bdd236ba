using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>A command as a reader would run it, with what it printed.</summary>
internal sealed record CommandRun(int ExitCode, string Output, string Error)
{
    public static Task<CommandRun> OfAsync(Command command, params string[] arguments) =>
        OfAsync(command, TestContext.Current.CancellationToken, arguments);

    public static async Task<CommandRun> OfAsync(Command command, CancellationToken cancellationToken, params string[] arguments)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var invocation = new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false };
        var code = await ToolCommand.InvokeAsync(
            new RootCommand { command }.Parse([command.Name, .. arguments]), invocation, cancellationToken);
        return new CommandRun(code, output.ToString(), error.ToString());
    }
}
