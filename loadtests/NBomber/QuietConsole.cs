using Spectre.Console;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// While it lives, what NBomber prints goes nowhere: its tables would break up the lab's display, which holds on to the console
/// that it started with. NBomber's log file and reports keep everything.
/// </summary>
internal sealed class QuietConsole : IDisposable
{
    private readonly IAnsiConsole _before = AnsiConsole.Console;

    public QuietConsole() => AnsiConsole.Console = AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.No,
        Interactive = InteractionSupport.No,
        Out = new AnsiConsoleOutput(TextWriter.Null),
    });

    public void Dispose() => AnsiConsole.Console = _before;
}
