using System.Diagnostics;
using System.Globalization;

namespace DroneDelivery.Gateway.Tests;

/// <summary>The gateway as a process of its own, on free ports, with one fake backend for all services.</summary>
internal sealed class RunningGateway(Process process, Uri address, Uri adminAddress) : IAsyncDisposable
{
    public int Id => process.Id;

    public Uri Address => address;

    public Uri AdminAddress => adminAddress;

    public StreamReader Output => process.StandardOutput;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static Task<RunningGateway> StartAsync(FakeBackend backend, params string[] flags) =>
        StartAsync(backend, new Dictionary<string, string>(), flags);

    public static async Task<RunningGateway> StartAsync(
        FakeBackend backend, IReadOnlyDictionary<string, string> environment, params string[] flags)
    {
        var process = Start(
            [
                "--delivery", backend.Address, "--package", backend.Address, "--drone-scheduler", backend.Address,
                "--http-port", "0", "--stop-with-stdin", "true", .. flags,
            ],
            environment);
        var (address, adminAddress) = (await ReadAddressAsync(process), await ReadAddressAsync(process));
        return new RunningGateway(process, address, adminAddress);
    }

    public static async Task<string> AddKeyAsync(string database, string scopes, params string[] flags)
    {
        using var process = Start(
            ["keys", "add", "test", "--owners", "*", "--scopes", scopes, "--create", "--database", database, .. flags],
            new Dictionary<string, string>());
        return (await process.StandardOutput.ReadToEndAsync(Cancelled)).Trim();
    }

    /// <summary>Returns when it accepts no more connections; the requests that it has are still answered.</summary>
    public async Task BeginToStopAsync(bool bySignal = false)
    {
        if (bySignal)
        {
            using var kill = Process.Start("kill", ["-TERM", process.Id.ToString(CultureInfo.InvariantCulture)]);
            await kill.WaitForExitAsync(Cancelled);
        }
        else
        {
            process.StandardInput.Close();
        }

        await ReadLineAsync(process, "shutting down");
    }

    /// <summary>Returns the exit code, and what the gateway wrote since the last line that was read.</summary>
    public async Task<(int ExitCode, string Output)> EndAsync()
    {
        var output = await process.StandardOutput.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        return (process.ExitCode, output);
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
    }

    private static Process Start(string[] arguments, IReadOnlyDictionary<string, string> environment)
    {
        var start = GatewayProgram.CreateStart(arguments);
        (start.RedirectStandardInput, start.RedirectStandardOutput) = (true, true);
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    private static async Task<Uri> ReadAddressAsync(Process process)
    {
        var line = await ReadLineAsync(process, "http://");
        return new Uri(line[line.IndexOf("http://", StringComparison.Ordinal)..]);
    }

    private static async Task<string> ReadLineAsync(Process process, string text)
    {
        while (await process.StandardOutput.ReadLineAsync(Cancelled) is { } line)
        {
            if (line.Contains(text, StringComparison.Ordinal))
            {
                return line;
            }
        }

        throw new InvalidOperationException($"The gateway ended before it wrote \"{text}\".");
    }
}
