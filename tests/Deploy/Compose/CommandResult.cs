using System.Diagnostics;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>What a command printed, and its exit code.</summary>
internal sealed record CommandResult(int ExitCode, string Output, string Errors)
{
    public static async Task<CommandResult> RunAsync(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, string folder = "")
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return new CommandResult(process.ExitCode, output.Trim(), (await errors).Trim());
    }
}
