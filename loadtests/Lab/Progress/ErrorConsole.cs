namespace DroneDelivery.LoadTests.Lab.Progress;

/// <summary>Standard error as a console: progress is not part of the results.</summary>
internal static class ErrorConsole
{
    public static IAnsiConsole For(InvocationConfiguration invocation) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(invocation.Error),
        Interactive = Console.IsErrorRedirected ? InteractionSupport.No : InteractionSupport.Detect,
    });
}
