namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A Redis server of the lab on a free port, with empty memory and files in a folder of its own.</summary>
internal static class RedisProcess
{
    public const string Program = "redis-server";

    public static bool IsInstalled => InstalledProgram.Find(Program) is not null;

    /// <param name="folder">Created if missing, for this user only.</param>
    /// <inheritdoc cref="InstalledServer.StartAsync"/>
    public static Task<InstalledServer> StartAsync(string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        _ = OperatingSystem.IsWindows()
            ? Directory.CreateDirectory(folder)
            : Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var (port, log) = (FreePorts.Find(1)[0], Path.GetFullPath("redis.log", Path.GetFullPath(folder)));
        // Without an eviction policy, writes would fail once the memory is full.
        string[] arguments =
        [
            "--port", $"{port}", "--bind", "127.0.0.1", "--dir", Path.GetFullPath(folder), "--logfile", log, "--save", "",
            "--appendonly", "no", "--maxmemory", "256mb", "--maxmemory-policy", "allkeys-lru",
        ];
        return InstalledServer.StartAsync(Program, arguments, port, log, time, cancellationToken);
    }
}
