using System.Diagnostics;
using System.Text;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>
/// An <c>/etc/hosts</c> that one program sees instead of the machine's, in a mount namespace of its own. So a name has several
/// addresses, and they change while the program runs.
/// </summary>
internal sealed class PrivateHosts(string folder)
{
    private const string Bind = "mount --bind \"$0\" /etc/hosts && exec \"$@\"";

    private readonly string _file = Path.Combine(folder, "hosts");

    /// <summary>Why programs cannot be started with their own file on this machine; null if they can.</summary>
    public async Task<string?> FindObstacleAsync()
    {
        if (!OperatingSystem.IsLinux())
        {
            return "only Linux has mount namespaces";
        }

        Write("localhost", ["127.0.0.1"]);
        var start = new ProcessStartInfo("/bin/sh", ["-c", $"unshare --mount --map-root-user sh -c '{Bind}' '{_file}' true"])
        {
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode == 0 ? null : $"unshare is not permitted: {error.Trim()}";
    }

    /// <summary>Replaces the contents of the file, not the file: that is mounted. No reader finds it empty.</summary>
    public void Write(string name, IEnumerable<string> addresses)
    {
        var text = Encoding.ASCII.GetBytes(string.Concat(addresses.Select(address => $"{address} {name}\n")));
        using var file = File.Open(_file, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
        file.Write(text);
        file.SetLength(text.Length);
    }

    /// <summary>
    /// The service, started with this file. Each program of the script is replaced by the next, so that signals reach the service.
    /// </summary>
    public BuiltService WithHosts(BuiltService service)
    {
        var script = Path.Combine(folder, $"{service.Name}.sh");
        File.WriteAllText(
            script,
            $"""
            #!/bin/sh
            cd '{Path.GetDirectoryName(service.ProgramPath)}' || exit 1
            exec unshare --mount --map-root-user sh -c '{Bind}' '{_file}' '{service.ProgramPath}' "$@"

            """);
        if (OperatingSystem.IsLinux())
        {
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return service with { ProgramPath = script };
    }
}
