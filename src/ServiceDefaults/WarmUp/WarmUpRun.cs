using System.Net;
using System.Runtime;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.WarmUp;

/// <summary>
/// Sends requests to the service over loopback once it listens, until .NET compiles hardly any code for them. The service is not
/// ready until then, or until the time is over. A failure is logged, and the service is ready.
/// </summary>
internal sealed class WarmUpRun(
    FindWarmUpTarget find,
    IServer server,
    IServiceProvider services,
    IHostApplicationLifetime lifetime,
    IOptions<WarmUpOptions> options,
    TimeProvider time,
    ILogger<WarmUpRun> logger) : BackgroundService, IHealthCheck
{
    public const string Header = "X-Warm-Up";

    private const int Senders = 4;
    private const int MaxCompiledInWindow = 10;
    private const int QuietWindows = 3;

    // Longer than the runtime's delay between the compilation of new code and that of optimized code, which is 100 ms.
    private static readonly TimeSpan Window = TimeSpan.FromMilliseconds(110);

    // A request that arrives after the end counts as a client's, so those that were sent may finish.
    private static readonly TimeSpan TimeToFinish = TimeSpan.FromSeconds(5);

    // A test's server in memory has no addresses.
    private volatile bool _isOver = server.Features.Get<IServerAddressesFeature>() is null;
    private int _sent;
    private long _answered;

    /// <summary>Marks the requests of this process. It is random, so that a client cannot mark its own.</summary>
    public string Token { get; } = Guid.NewGuid().ToString("N");

    public bool IsOver => _isOver;

    public Task<HealthCheckResult> CheckHealthAsync(
        HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(_isOver ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("The service is warming up."));

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_isOver)
        {
            return;
        }

        var start = time.GetTimestamp();
        using var limit = new CancellationTokenSource(options.Value.Time, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stoppingToken);
        try
        {
            await WaitForStartAsync(either.Token);
            await using var target = await find(services, either.Token);
            await SendAsync(target, either.Token);
        }
        catch (OperationCanceledException) when (either.IsCancellationRequested)
        {
            // The time is over, or the service stops.
        }
        catch (Exception exception)
        {
            Log.WarmUpFailed(logger, exception);
        }

        _isOver = true;
        Log.WarmUpEnded(logger, Volatile.Read(ref _answered), (long)time.GetElapsedTime(start).TotalMilliseconds);
    }

    private async Task WaitForStartAsync(CancellationToken cancellationToken)
    {
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = lifetime.ApplicationStarted.Register(started.SetResult);
        await started.Task.WaitAsync(cancellationToken);
    }

    private async Task SendAsync(WarmUpTarget target, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var sending = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        using var client = new HttpMessageInvoker(new SocketsHttpHandler { UseProxy = false, ActivityHeadersPropagator = null });
        var senders = Enumerable.Range(0, Senders)
            .SelectMany(_ => new[] { (target.Http1, HttpVersion.Version11), (target.Http2, HttpVersion.Version20) })
            .Where(sender => sender.Item1.Count > 0)
            .Select(sender => Task.Run(
                () => SendAsync(
                    target.MaxRequests,
                    number => SendAsync(
                        client, sender.Item1[number % sender.Item1.Count], sender.Item2, target.Headers, sending.Token),
                    ending.Token),
                ending.Token))
            .ToArray();
        if (senders.Length == 0)
        {
            return;
        }

        try
        {
            await WaitUntilCompiledAsync(cancellationToken);
        }
        finally
        {
            await ending.CancelAsync();
            sending.CancelAfter(TimeToFinish);
            await Task.WhenAll(senders).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        if (Array.Find(senders, sender => sender.IsFaulted) is { } failed)
        {
            await failed;
        }
    }

    private async Task SendAsync(int maxRequests, Func<int, Task> send, CancellationToken cancellationToken)
    {
        int number;
        while ((number = Interlocked.Increment(ref _sent)) <= maxRequests && !cancellationToken.IsCancellationRequested)
        {
            await send(number);
        }
    }

    private async Task SendAsync(
        HttpMessageInvoker client,
        Uri address,
        Version version,
        IReadOnlyDictionary<string, string> headers,
        CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address)
        {
            Version = version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Headers =
            {
                { Header, Token },
                // Not sampled, so that no span is exported.
                { "traceparent", "00-11111111111111111111111111111111-1111111111111111-00" },
            },
        };
        foreach (var (name, value) in headers)
        {
            request.Headers.Add(name, value);
        }

        using var response = await client.SendAsync(request, cancellationToken);
        await response.Content.ReadAsByteArrayAsync(cancellationToken);
        if (response.IsSuccessStatusCode)
        {
            Interlocked.Increment(ref _answered);
        }
    }

    private async Task WaitUntilCompiledAsync(CancellationToken cancellationToken)
    {
        var compiled = JitInfo.GetCompiledMethodCount();
        for (var quiet = 0; quiet < QuietWindows;)
        {
            await Task.Delay(Window, time, cancellationToken);
            var now = JitInfo.GetCompiledMethodCount();
            quiet = now - compiled <= MaxCompiledInWindow ? quiet + 1 : 0;
            compiled = now;
        }
    }
}
