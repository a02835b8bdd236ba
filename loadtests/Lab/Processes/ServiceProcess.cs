using System.Diagnostics;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>
/// One running program of the system under test. It stops when its standard input is closed. This also happens when the lab is
/// killed, so that no process is left running.
/// </summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(40);
    private static readonly TimeSpan ReadyPollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly ProcessLog _log;
    private readonly TimeProvider _time;

    private ServiceProcess(BuiltService service, Process process, ProcessLog log, TimeProvider time) =>
        (Service, _process, _log, _time) = (service, process, log, time);

    public BuiltService Service { get; }

    public int Id => _process.Id;

    /// <summary>Completes with a description when the process ends or its log cannot be written.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        var exited = _process.WaitForExitAsync(cancellationToken);
        if (await Task.WhenAny(exited, _log.WriteFailed) == exited)
        {
            await exited;
            return DescribeExit();
        }

        return $"The log of {Service.Name} cannot be written ({(await _log.WriteFailed).Message}): {_log.Path}";
    }

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
    };

    /// <exception cref="LabException">The program is missing or cannot be started.</exception>
    public static ServiceProcess Start(
        BuiltService service,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string> environment,
        string logFolder,
        TimeProvider time)
    {
        var start = new ProcessStartInfo(service.ProgramPath, ["--stop-with-stdin", "true", .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = Path.GetDirectoryName(service.ProgramPath),
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var log = OpenLog(service, logFolder);
        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, line) => Keep(log, line.Data);
        process.ErrorDataReceived += (_, line) => Keep(log, line.Data);
        try
        {
            process.Start();
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            log.Dispose();
            throw new LabException(
                $"{service.Name} could not be started ({exception.Message}): {service.ProgramPath}", exception);
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return new ServiceProcess(service, process, log, time);
    }

    /// <summary>Waits until the address answers 200.</summary>
    /// <exception cref="LabException">The process ended first, or did not become ready in time.</exception>
    public async Task WaitUntilReadyAsync(HttpClient http, Uri readiness, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        while (!await IsReadyAsync(http, readiness, cancellationToken))
        {
            if (_process.HasExited)
            {
                await _process.WaitForExitAsync(cancellationToken);
                throw new LabException(DescribeExit());
            }

            if (_time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException(
                    $"{Service.Name} was not ready after {ReadyTimeout.TotalSeconds:0} s ({readiness}). {DescribeLog()}");
            }

            await Task.Delay(ReadyPollInterval, _time, cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            using var timeout = new CancellationTokenSource(StopTimeout, _time);
            await _process.WaitForExitAsync(timeout.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
        _log.Dispose();
    }

    private static ProcessLog OpenLog(BuiltService service, string logFolder)
    {
        var path = Path.Combine(logFolder, service.Name + ".log");
        try
        {
            return new ProcessLog(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The log file {path} cannot be written: {exception.Message}", exception);
        }
    }

    private static void Keep(ProcessLog log, string? line)
    {
        if (line is not null)
        {
            log.Append(line);
        }
    }

    private async Task<bool> IsReadyAsync(HttpClient http, Uri readiness, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(AnswerTimeout, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            using var response = await http.GetAsync(readiness, either.Token);
            return response.IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }

    private string DescribeExit() => $"{Service.Name} stopped with exit code {_process.ExitCode}. {DescribeLog()}";

    private string DescribeLog()
    {
        var lines = _log.LastLines;
        return lines.Count == 0
            ? $"It printed nothing; its log would be {_log.Path}."
            : "The end of its log "
                + $"({_log.Path}):{Environment.NewLine}{string.Join(Environment.NewLine, lines.Select(line => "  " + line))}";
    }
}
