using System.ComponentModel;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A server that is an installed program, and that the lab starts on a port of 127.0.0.1.</summary>
internal sealed class InstalledServer : IAsyncDisposable
{
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly string _program;
    private readonly Process _process;
    private readonly int _port;
    private readonly string _log;

    private InstalledServer(string program, Process process, int port, string log) =>
        (_program, _process, _port, _log) = (program, process, port, log);

    public string Address => $"127.0.0.1:{_port}";

    /// <summary>The id of the process that was started, which may have child processes.</summary>
    public int Id => _process.Id;

    /// <summary>Returns when it accepts connections.</summary>
    /// <exception cref="LabException">It is not installed, cannot be started, or does not accept connections.</exception>
    public static async Task<InstalledServer> StartAsync(
        string program, IReadOnlyList<string> arguments, int port, string log, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var path = InstalledProgram.Find(program) ?? throw new LabException($"{program} is not installed.");
        try
        {
            var server = new InstalledServer(program, Process.Start(new ProcessStartInfo(path, arguments))!, port, log);
            return await server.DisposeOnFailureAsync(async () =>
            {
                await server.WaitUntilReadyAsync(time, cancellationToken);
                return server;
            });
        }
        catch (Win32Exception exception)
        {
            throw new LabException($"{program} cannot be started: {exception.Message}", exception);
        }
    }

    /// <summary>Completes with a description when it ends.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return $"{_program} stopped with exit code {_process.ExitCode}; its log is {_log}.";
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill(entireProcessTree: true);
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
                throw new LabException($"{_program} accepts no connections at {Address}; its log is {_log}.");
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
