using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>Programs that prepare a measurement.</summary>
internal static class Tool
{
    /// <exception cref="InvalidOperationException">The program is not installed, or failed.</exception>
    public static async Task RunAsync(CancellationToken cancellationToken, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Start(start);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException(
                $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}. {await output} {await error}");
        }
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new InvalidOperationException($"{start.FileName} cannot be started: {exception.Message}", exception);
        }
    }
}
