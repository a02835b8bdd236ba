using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.TestSupport;

/// <summary>A real Redis on a free port, that can be killed and started again. A test that starts one is skipped without it.</summary>
public sealed class RedisServer : IAsyncDisposable
{
    private readonly int _port;
    private readonly string[] _options;
    private RedisProcess? _process;

    private RedisServer(int port, string[] options) => (_port, _options) = (port, options);

    public string Address => $"127.0.0.1:{_port}";

    /// <param name="options">More options, in which <c>{port}</c> is its port.</param>
    public static async Task<RedisServer> StartAsync(params string[] options)
    {
        var server = NotStarted(options);
        await server.RunAsync();
        return server;
    }

    /// <summary>Its port refuses connections until it is run.</summary>
    public static RedisServer NotStarted(params string[] options)
    {
        RedisProcess.SkipTestIfNotInstalled();
        return new RedisServer(FreePorts.Find(1)[0], options);
    }

    /// <summary>Starts it, empty, and returns when it takes connections.</summary>
    public async Task RunAsync()
    {
        var port = _port.ToString(CultureInfo.InvariantCulture);
        string[] arguments =
        [
            "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
            .. _options.Select(option => option.Replace("{port}", port, StringComparison.Ordinal)),
        ];
        _process = await RedisProcess.StartAsync(RedisProcess.Program, arguments);
    }

    /// <summary>It keeps its connections, and answers nothing until it is killed.</summary>
    public Task PauseAsync() => ExecuteAsync("CLIENT PAUSE 3600000");

    /// <summary>It refuses writes as if too few replicas were connected, and answers reads.</summary>
    public Task SetWritesAsync(bool isAllowed) => ExecuteAsync($"CONFIG SET min-replicas-to-write {(isAllowed ? 0 : 1)}");

    /// <summary>As when its machine hangs: connections stay open, and nothing that arrives is read until it is killed.</summary>
    public async Task HangAsync()
    {
        using var kill = Process.Start("kill", ["-STOP", _process!.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync();
    }

    /// <summary>As a crash does: what it held is gone.</summary>
    public async Task KillAsync()
    {
        if (_process is { } process)
        {
            _process = null;
            await process.DisposeAsync();
        }
    }

    public async ValueTask DisposeAsync() => await KillAsync();

    private async Task ExecuteAsync(string command)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPEndPoint.Parse(Address));
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"{command}\r\n"));
        // "+OK": the command has been executed when that has come.
        await client.GetStream().ReadExactlyAsync(new byte[5]);
    }
}
