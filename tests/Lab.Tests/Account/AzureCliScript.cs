namespace DroneDelivery.Lab.Tests.Account;

/// <summary>A program in place of the Azure CLI, which writes down its arguments and answers as the CLI does.</summary>
internal sealed class AzureCliScript
{
    private readonly string _log;

    /// <param name="firstRefused">The number of the first change of throughput that is refused.</param>
    /// <param name="lastRefused">The number of the last one.</param>
    /// <param name="seconds">How long a change of throughput takes.</param>
    public AzureCliScript(string folder, int firstRefused = int.MaxValue, int lastRefused = int.MaxValue, int seconds = 0)
    {
        (Path, _log) = (System.IO.Path.Combine(folder, "az"), System.IO.Path.Combine(folder, "az.log"));
        File.WriteAllText(_log, "");
        File.WriteAllText(Path, $"""
            #!/bin/sh
            echo "$*" >> "{_log}"
            # An open standard input would block it.
            cat > /dev/null
            if [ "$2" = list ]; then echo drones-group; exit; fi
            number=$(grep -c " update " "{_log}")
            sleep {seconds}
            if [ $number -lt {firstRefused} ] || [ $number -gt {lastRefused} ]; then exit 0; fi
            echo "AuthorizationFailed: no right to write throughputSettings" >&2
            exit 1

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
