namespace DroneDelivery.LoadTests.Lab;

/// <summary>Runs a command line and returns its exit code. An expected error is printed as one line on standard error.</summary>
public static class LabProgram
{
    public const string Name = "lab";

    // Time for the throughput of an account to be lowered, and for partial results to be written, after Ctrl+C.
    private static readonly TimeSpan TerminationTimeout = TimeSpan.FromSeconds(75);

    public static async Task<int> RunAsync(RootCommand commands, IReadOnlyList<string> arguments)
    {
        try
        {
            var invocation = new InvocationConfiguration
            {
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = TerminationTimeout,
            };
            return await CommandUsage.InvokeAsync(commands.Parse(arguments), invocation);
        }
        catch (OperationCanceledException)
        {
            await ClosedTerminal.IgnoreAsync(() => Console.Error.WriteLineAsync("Interrupted."));
            return ExitCode.Interrupted;
        }
        catch (ExpectedException exception)
        {
            await ClosedTerminal.IgnoreAsync(() => Console.Error.WriteLineAsync(exception.Message));
            return ExitCode.CouldNotBeDone;
        }
    }
}
