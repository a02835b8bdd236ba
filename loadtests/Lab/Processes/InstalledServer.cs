using System.ComponentModel;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A server that is an installed program, and that the lab starts on a port of 127.0.0.1.</summary>
internal sealed class InstalledServer(string program, Process process, int port, string log) : IAsyncDisposable
{
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    public string Address => $"127.0.0.1:{port}";

    /// <summary>The id of the process that was started, which may have child processes.</summary>
    public int Id => process.Id;

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
        await process.WaitForExitAsync(cancellationToken);
        return $"{program} stopped with exit code {process.ExitCode}; its log is {log}.";
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
    }

    private async Task WaitUntilReadyAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (!await AcceptsAsync(cancellationToken))
        {
            if (process.HasExited || time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException($"{program} accepts no connections at {Address}; its log is {log}.");
            }

            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    private async Task<bool> AcceptsAsync(CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync("127.0.0.1", port, cancellationToken);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
