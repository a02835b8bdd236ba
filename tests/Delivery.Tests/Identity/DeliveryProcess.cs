using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Tests.Identity;

/// <summary>The service as a process of its own, with environment variables of its own.</summary>
internal sealed class DeliveryProcess : IAsyncDisposable
{
    private const string Listening = "Now listening on: ";

    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Task _reading;
    private readonly TaskCompletionSource<Uri> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private DeliveryProcess(Process process)
    {
        _process = process;
        _reading = ReadOutputAsync();
    }

    public ConcurrentQueue<string> Output { get; } = new();

    /// <summary>For the port with HTTP/1.1.</summary>
    public HttpClient Client { get; } = new();

    public static async Task<DeliveryProcess> StartAsync(IReadOnlyDictionary<string, string> environment, params string[] flags)
    {
        string[] arguments =
        [
            typeof(DeliveryOptions).Assembly.Location,
            "--http-port", "0", "--http2-port", "0", "--warm-up-time", "00:00:00", "--stop-with-stdin", "true", .. flags,
        ];
        var start = new ProcessStartInfo("dotnet", arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var delivery = new DeliveryProcess(Process.Start(start)!);
        try
        {
            delivery.Client.BaseAddress = await delivery._address.Task.WaitAsync(TestContext.Current.CancellationToken);
            return delivery;
        }
        catch
        {
            await delivery.DisposeAsync();
            throw;
        }
    }

    /// <summary>Asks for the readiness until the answer has the status and the text.</summary>
    public async Task WaitForReadinessAsync(HttpStatusCode status, string text = "")
    {
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(100));
        while (await poll.WaitForNextTickAsync(TestContext.Current.CancellationToken))
        {
            using var response = await Client.GetAsync("/health/ready", TestContext.Current.CancellationToken);
            var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            if (response.StatusCode == status && body.Contains(text, StringComparison.Ordinal))
            {
                return;
            }
        }
    }

    /// <summary>Whether the process has loaded a library. Linux only.</summary>
    public async Task<bool> HasLoadedAsync(string library) => (await File.ReadAllTextAsync(
        $"/proc/{_process.Id}/maps", TestContext.Current.CancellationToken)).Contains($"/{library}", StringComparison.Ordinal);

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        using var limit = new CancellationTokenSource(StopTimeout);
        await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _process.Kill();
        await _reading;
        _process.Dispose();
        Client.Dispose();
    }

    private async Task ReadOutputAsync()
    {
        while (await _process.StandardOutput.ReadLineAsync(CancellationToken.None) is { } line)
        {
            Output.Enqueue(line);
            var at = line.IndexOf(Listening, StringComparison.Ordinal);
            if (at >= 0)
            {
                _address.TrySetResult(new Uri(line[(at + Listening.Length)..]));
            }
        }

        _address.TrySetException(new InvalidOperationException(string.Join('\n', Output)));
    }
}
