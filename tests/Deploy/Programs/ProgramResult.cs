using System.Diagnostics;

namespace DroneDelivery.Deploy.Tests.Programs;

/// <summary>What a program printed and how it ended.</summary>
internal sealed record ProgramResult(int ExitCode, string Output, string Errors)
{
    public static Task<ProgramResult> RunAsync(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, string folder = "")
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return RunAsync(start);
    }

    public static async Task<ProgramResult> RunAsync(ProcessStartInfo start, string input = "")
    {
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        try
        {
            await process.StandardInput.WriteAsync(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The program ended without reading its input.
        }

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return new(process.ExitCode, await output, await errors);
    }
}
