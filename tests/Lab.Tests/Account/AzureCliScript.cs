namespace DroneDelivery.Lab.Tests.Account;

/// <summary>A program in place of the Azure CLI, which writes down its arguments and answers as the CLI does.</summary>
internal sealed class AzureCliScript
{
    private readonly string _log;

    /// <param name="throughputExit">The exit code of a change of throughput.</param>
    public AzureCliScript(string folder, int throughputExit = 0)
    {
        (Path, _log) = (System.IO.Path.Combine(folder, "az"), System.IO.Path.Combine(folder, "az.log"));
        File.WriteAllText(_log, "");
        File.WriteAllText(Path, $"""
            #!/bin/sh
            echo "$*" >> "{_log}"
            if [ "$2" = list ]; then echo drones-group; exit; fi
            [ {throughputExit} = 0 ] || echo "AuthorizationFailed: no right to write throughputSettings" >&2
            exit {throughputExit}

            """);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    public string Path { get; }

    /// <summary>The commands that changed throughput.</summary>
    public IReadOnlyList<string> Changes =>
        [.. File.ReadAllLines(_log).Where(line => line.Contains(" update ", StringComparison.Ordinal))];
}
