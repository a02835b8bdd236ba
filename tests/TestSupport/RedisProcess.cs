using System.Diagnostics;
using System.Text;
using Xunit;

namespace DroneDelivery.TestSupport;

/// <summary>A process of Redis that takes connections. Its disposal kills it.</summary>
public sealed class RedisProcess : IAsyncDisposable
{
    public const string Program = "redis-server";

    private readonly Process _process;

    private RedisProcess(Process process) => _process = process;

    public int Id => _process.Id;

    public static void SkipTestIfNotInstalled() => Assert.SkipUnless(
        Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
            .Any(folder => File.Exists(Path.Combine(folder, Program))),
        $"{Program} is not installed.");

    /// <summary>Returns when Redis takes connections.</summary>
    /// <param name="program">Redis, or a program that becomes it.</param>
    public static async Task<RedisProcess> StartAsync(string program, params string[] arguments)
    {
        var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        var lines = new StringBuilder();
        while (await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            lines.AppendLine(line);
            if (line.Contains("Ready to accept connections", StringComparison.Ordinal))
            {
                return new RedisProcess(process);
            }
        }

        throw new InvalidOperationException($"Redis did not start:{Environment.NewLine}{lines}");
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }
}
