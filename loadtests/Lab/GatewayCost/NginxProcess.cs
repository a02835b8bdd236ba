using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>nginx as a plain proxy: keep-alive to both sides, no log, as many workers as there are cores.</summary>
internal sealed class NginxProcess : IAsyncDisposable
{
    public const string Program = "nginx";

    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly Process _process;
    private readonly string _folder;

    private NginxProcess(Process process, string folder, int port)
    {
        (_process, _folder) = (process, folder);
        Address = new UriBuilder("http", "127.0.0.1", port).Uri;
    }

    public Uri Address { get; }

    /// <summary>Of the process that started the workers.</summary>
    public int Id => _process.Id;

    /// <param name="folder">For its configuration and whatever it writes; made here.</param>
    /// <exception cref="LabException">It is not installed, or cannot be started.</exception>
    public static NginxProcess Start(string folder, int port, int backendPort, bool caches)
    {
        var program = InstalledProgram.Find(Program) ?? throw new LabException($"{Program} is not installed.");
        Directory.CreateDirectory(folder);
        var configuration = Path.Combine(folder, "nginx.conf");
        File.WriteAllText(configuration, NginxConfiguration.Of(folder, port, backendPort, caches));
        try
        {
            var start = new ProcessStartInfo(program, ["-c", configuration, "-e", ErrorLog(folder)]);
            return new NginxProcess(Process.Start(start)!, folder, port);
        }
        catch (Win32Exception exception)
        {
            throw new LabException($"nginx cannot be started: {exception.Message}", exception);
        }
    }

    /// <exception cref="LabException">It ended, or does not answer.</exception>
    public async Task WaitUntilReadyAsync(HttpClient http, TimeProvider time, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (!await AnswersAsync(http, cancellationToken))
        {
            if (_process.HasExited || time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException($"nginx does not answer; what it says is in {ErrorLog(_folder)}.");
            }

            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private static string ErrorLog(string folder) => Path.Combine(folder, "error.log");

    private async Task<bool> AnswersAsync(HttpClient http, CancellationToken cancellationToken)
    {
        try
        {
            using var answer = await http.GetAsync(Address, cancellationToken);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }
}
