using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Xunit;

namespace DroneDelivery.TestSupport;

/// <summary>A real Redis on a free port, that can be killed and started again. A test that starts one is skipped without it.</summary>
public sealed class RedisServer : IAsyncDisposable
{
    private const string Program = "redis-server";
    private const int MaxStarts = 5;

    // Below the ports that systems assign to outgoing connections, so that none of these takes the port while Redis is away.
    private const int FirstPort = 20_000;
    private const int Ports = 32_768 - FirstPort;

    // Each port is returned once, because its server may not listen yet when the next port is chosen.
    private static int _lastPort = RandomNumberGenerator.GetInt32(Ports);

    private readonly int _port;
    private readonly string[] _options;
    private Process? _process;

    private RedisServer(int port, string[] options) => (_port, _options) = (port, options);

    public string Address => $"127.0.0.1:{_port}";

    /// <param name="options">More options, in which <c>{port}</c> is its port.</param>
    public static async Task<RedisServer> StartAsync(params string[] options)
    {
        for (var start = 1; ; start++)
        {
            var server = NotStarted(options);
            try
            {
                await server.RunAsync();
                return server;
            }
            catch (InvalidOperationException) when (start < MaxStarts && !options.Contains("--port"))
            {
                // Another program has taken the port meanwhile.
                await server.DisposeAsync();
            }
        }
    }

    /// <summary>Its port refuses connections until it is run.</summary>
    public static RedisServer NotStarted(params string[] options)
    {
        Assert.SkipUnless(IsInstalled(), $"{Program} is not installed.");
        return new RedisServer(FindPort(), options);
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
        _process = Process.Start(new ProcessStartInfo(Program, arguments) { RedirectStandardOutput = true })!;
        while (await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.Contains("Ready to accept connections", StringComparison.Ordinal))
            {
                return;
            }
        }

        throw new InvalidOperationException($"{Program} did not start at {Address}.");
    }

    /// <summary>As a crash does: what it held is gone.</summary>
    public async Task KillAsync()
    {
        if (_process is { } process)
        {
            _process = null;
            process.Kill();
            await process.WaitForExitAsync(CancellationToken.None);
            process.Dispose();
        }
    }

    public async ValueTask DisposeAsync() => await KillAsync();

    private static int FindPort()
    {
        while (true)
        {
            var port = FirstPort + (Interlocked.Increment(ref _lastPort) % Ports);
            using var listener = new TcpListener(IPAddress.Loopback, port);
            try
            {
                listener.Start();
                return port;
            }
            catch (SocketException exception) when (
                exception.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
            {
                // In use, or reserved by the system.
            }
        }
    }

    private static bool IsInstalled() => Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, Program)));
}
