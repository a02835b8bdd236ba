namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>
/// One running program of the system under test. It stops when its standard input is closed. This also happens when the lab is
/// killed, so that no process is left running.
/// </summary>
internal sealed class ServiceProcess(BuiltService service, Process process, ProcessLog log, TimeProvider time)
    : IAsyncDisposable
{
    /// <summary>The longest warm-up of a service. Labs set it to 0, because they warm services up with their own load.</summary>
    public const string WarmUpTime = "WarmUp__Time";

    /// <summary>The default of the services, for one that is ready only when it has warmed up.</summary>
    public static KeyValuePair<string, string> WarmUpFlag { get; } = new("--warm-up-time", "00:00:05");

    private const string ResourceAttributes = "OTEL_RESOURCE_ATTRIBUTES";

    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan ReadyPollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(5);

    /// <summary>The default of <c>--backend-timeout</c> of the gateway.</summary>
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(30);

    // Set if the lab kills the process: then its end is no failure.
    private volatile TaskCompletionSource<ServiceProcess>? _successor;

    public BuiltService Service => service;

    /// <summary>Known also after the process is disposed: a sampler may still have it in a list.</summary>
    public int Id { get; } = process.Id;

    /// <summary>
    /// Completes with a description when the process ends or its log cannot be written. After <see cref="KillAsync"/> it waits
    /// for the failure of the process that replaces it.
    /// </summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        var exited = process.WaitForExitAsync(cancellationToken);
        var hasExited = await Task.WhenAny(exited, log.WriteFailed) == exited;
        if (hasExited)
        {
            await exited;
        }

        return _successor is { } successor
                ? await (await successor.Task.WaitAsync(cancellationToken)).WaitForFailureAsync(cancellationToken)
            : hasExited ? DescribeExit()
            : $"The log of {service.ProcessName} cannot be written ({(await log.WriteFailed).Message}): {log.Path}";
    }

    /// <summary>Kills the process at once, as the operating system does: it finishes nothing.</summary>
    public async Task KillAsync()
    {
        _successor = new TaskCompletionSource<ServiceProcess>(TaskCreationOptions.RunContinuationsAsynchronously);
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
    }

    /// <summary>Names the process that was started in place of this one, which was killed.</summary>
    public void ReplaceBy(ServiceProcess successor) => _successor!.SetResult(successor);

    /// <param name="telemetry">The address for spans and metrics; null for none.</param>
    public static IReadOnlyDictionary<string, string> EnvironmentFor(Uri? telemetry) => new Dictionary<string, string>
    {
        // An empty value disables export, even if the environment of the user enables it.
        ["OTEL_EXPORTER_OTLP_ENDPOINT"] = telemetry?.ToString() ?? "",
        ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
        ["OTEL_METRIC_EXPORT_INTERVAL"] = "1000",
        // A run waits for the last spans.
        ["OTEL_BSP_SCHEDULE_DELAY"] = "500",
        ["DOTNET_gcServer"] = "0",
        [WarmUpTime] = "0",
    };

    /// <exception cref="LabException">The program is missing or cannot be started.</exception>
    public static ServiceProcess Start(
        BuiltService service, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment,
        string logFolder, TimeProvider time)
    {
        var start = new ProcessStartInfo(service.ProgramPath, ["--stop-with-stdin", "true", .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = Path.GetDirectoryName(service.ProgramPath),
        };
        var log = OpenLog(service, logFolder);
        // Each start has its own log, and its counters begin at zero.
        start.Environment[ResourceAttributes] = $"service.instance.id={Path.GetFileNameWithoutExtension(log.Path)}";
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, line) => log.Append(line.Data);
        process.ErrorDataReceived += (_, line) => log.Append(line.Data);
        try
        {
            process.Start();
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            log.Dispose();
            throw new LabException(
                $"{service.ProcessName} could not be started ({exception.Message}): {service.ProgramPath}", exception);
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return new ServiceProcess(service, process, log, time);
    }

    /// <summary>Waits until the address answers 200.</summary>
    /// <exception cref="LabException">The process ended first, or did not become ready in time.</exception>
    public Task WaitUntilReadyAsync(HttpClient http, Uri readiness, CancellationToken cancellationToken) =>
        WaitUntilReadyAsync(http, readiness, content: "", cancellationToken);

    /// <summary>Waits until the address answers 200 with a body that contains the given text.</summary>
    /// <exception cref="LabException">The process ended first, or did not become ready in time.</exception>
    public async Task WaitUntilReadyAsync(
        HttpClient http, Uri readiness, string content, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (await FindFaultAsync(http, readiness, content, cancellationToken) is { } fault)
        {
            if (process.HasExited)
            {
                await process.WaitForExitAsync(cancellationToken);
                throw new LabException(DescribeExit());
            }

            if (time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException(
                    $"{service.ProcessName} was not ready after {ReadyTimeout.TotalSeconds:0} s ({readiness}: {fault}). "
                    + DescribeLog());
            }

            await Task.Delay(ReadyPollInterval, time, cancellationToken);
        }
    }

    /// <summary>
    /// Stops the process when it has answered the requests in flight. It is killed if that takes longer than the gateway waits
    /// for an answer, or when cancelled.
    /// </summary>
    public Task DrainAsync(CancellationToken cancellationToken) => StopAsync(DrainTimeout, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await StopAsync(StopTimeout, CancellationToken.None);
        process.Dispose();
        log.Dispose();
    }

    private async Task StopAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        try
        {
            process.StandardInput.Close();
            using var timeout = new CancellationTokenSource(limit, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
            await process.WaitForExitAsync(either.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
        }
    }

    private static ProcessLog OpenLog(BuiltService service, string logFolder)
    {
        var path = Path.Combine(logFolder, service.ProcessName + ".log");
        for (var start = 2; File.Exists(path); start++)
        {
            path = Path.Combine(logFolder, $"{service.ProcessName}-{start}.log");
        }

        try
        {
            return new ProcessLog(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The log file {path} cannot be written: {exception.Message}", exception);
        }
    }

    /// <summary>Why the program is not ready, in words; null when it is.</summary>
    private async Task<string?> FindFaultAsync(
        HttpClient http, Uri readiness, string content, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(AnswerTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var response = await http.GetAsync(readiness, either.Token);
            var body = await response.Content.ReadAsStringAsync(either.Token);
            return response.IsSuccessStatusCode && body.Contains(content, StringComparison.Ordinal)
                ? null
                : $"{(int)response.StatusCode} {body}";
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return exception is HttpRequestException ? exception.Message : $"no answer within {AnswerTimeout.TotalSeconds:0} s";
        }
    }

    private string DescribeExit() => $"{service.ProcessName} stopped with exit code {process.ExitCode}. {DescribeLog()}";

    private string DescribeLog()
    {
        var lines = log.LastLines;
        return lines.Count == 0
            ? $"It printed nothing; its log would be {log.Path}."
            : "The end of its log "
                + $"({log.Path}):{Environment.NewLine}{string.Join(Environment.NewLine, lines.Select(line => "  " + line))}";
    }
}
