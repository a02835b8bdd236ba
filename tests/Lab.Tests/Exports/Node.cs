using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.Lab.Tests.Exports;

/// <summary>Node.js, where it is installed.</summary>
internal static class Node
{
    /// <summary>What a script printed. Skips the test where there is no node.</summary>
    public static async Task<string> RunAsync(params string[] arguments)
    {
        using var process = Start(arguments);
        Assert.SkipWhen(process is null, "No node is installed (on Debian: apt-get install npm).");
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, await error);
        return output;
    }

    private static Process? Start(IEnumerable<string> arguments)
    {
        try
        {
            return Process.Start(
                new ProcessStartInfo("node", arguments) { RedirectStandardError = true, RedirectStandardOutput = true });
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
