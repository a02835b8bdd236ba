using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>The Azure CLI, which has the rights of the person who signed in with <c>az login</c>.</summary>
/// <param name="program">Its name or path.</param>
public sealed class AzureCli(string program)
{
    /// <summary>The name of the program. On Windows it is a batch file, which is found only by its whole name.</summary>
    public static string NameOn(bool windows) => windows ? "az.cmd" : "az";

    /// <returns>What the command printed.</returns>
    /// <exception cref="ExpectedException">The CLI is not installed, or the command failed; the message is one line.</exception>
    public async Task<string> RunAsync(IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        using var process = Start(arguments);
        // It must not wait for an answer to a question that nobody sees.
        process.StandardInput.Close();
        var (output, error) = (
            process.StandardOutput.ReadToEndAsync(CancellationToken.None),
            process.StandardError.ReadToEndAsync(CancellationToken.None));
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            Kill(process);
            throw;
        }

        return process.ExitCode == 0
            ? (await output).Trim()
            : throw new ExpectedException($"{program} failed: {(await error).Trim().ReplaceLineEndings(" ")}");
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (exception is InvalidOperationException or AggregateException or Win32Exception)
        {
            // It has ended, or one of its processes cannot be stopped. The caller learns of the cancellation in any case.
        }
    }

    private Process Start(IEnumerable<string> arguments)
    {
        try
        {
            return Process.Start(new ProcessStartInfo(program, arguments)
            {
                RedirectStandardError = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            })!;
        }
        catch (Win32Exception exception)
        {
            throw new ExpectedException($"the Azure CLI ({program}) could not be started: {exception.Message}", exception);
        }
    }
}
