using System.ComponentModel;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A Redis server of the lab on a free port, with empty memory and files in a folder of its own.</summary>
internal sealed class RedisProcess : IAsyncDisposable
{
    public const string Program = "redis-server";

    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly Process _process;
    private readonly int _port;
    private readonly string _log;

    private RedisProcess(Process process, int port, string log) => (_process, _port, _log) = (process, port, log);

    public static bool IsInstalled => InstalledProgram.Find(Program) is not null;

    public string Address => $"127.0.0.1:{_port}";

    public int Id => _process.Id;

    /// <summary>Returns when it accepts connections.</summary>
    /// <param name="folder">Created if missing, for this user only.</param>
    /// <exception cref="LabException">It is not installed, cannot be started, or does not accept connections.</exception>
    public static async Task<RedisProcess> StartAsync(string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        var program = InstalledProgram.Find(Program) ?? throw new LabException($"{Program} is not installed.");
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
        try
        {
            var redis = new RedisProcess(Process.Start(new ProcessStartInfo(program, arguments))!, port, log);
            return await redis.DisposeOnFailureAsync(async () =>
            {
                await redis.WaitUntilReadyAsync(time, cancellationToken);
                return redis;
            });
        }
        catch (Win32Exception exception)
        {
            throw new LabException($"{Program} cannot be started: {exception.Message}", exception);
        }
    }

    /// <summary>Completes with a description when it ends.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return $"{Program} stopped with exit code {_process.ExitCode}; its log is {_log}.";
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }

    private async Task WaitUntilReadyAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (!await AcceptsAsync(cancellationToken))
        {
            if (_process.HasExited || time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException($"{Program} accepts no connections at {Address}; its log is {_log}.");
            }

            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    private async Task<bool> AcceptsAsync(CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync("127.0.0.1", _port, cancellationToken);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
