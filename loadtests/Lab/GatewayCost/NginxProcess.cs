using System.ComponentModel;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>nginx as a plain proxy: keep-alive on both sides, no access log, one worker for each core.</summary>
internal sealed class NginxProcess(Process process, string log, int port) : IAsyncDisposable
{
    public const string Program = "nginx";

    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    public Uri Address { get; } = new UriBuilder("http", "127.0.0.1", port).Uri;

    /// <summary>The id of the process that started the workers.</summary>
    public int Id => process.Id;

    /// <param name="folder">The folder for nginx's configuration and other files; created if missing.</param>
    /// <exception cref="LabException">nginx is not installed, or cannot be started.</exception>
    public static NginxProcess Start(string folder, int port, int backendPort, bool caches)
    {
        var program = InstalledProgram.Find(Program) ?? throw new LabException($"{Program} is not installed.");
        Directory.CreateDirectory(folder);
        var (configuration, log) = (Path.Combine(folder, "nginx.conf"), Path.Combine(folder, "error.log"));
        File.WriteAllText(configuration, NginxConfiguration.Write(folder, port, backendPort, caches));
        try
        {
            var start = new ProcessStartInfo(program, ["-c", configuration, "-e", log]);
            return new NginxProcess(Process.Start(start)!, log, port);
        }
        catch (Win32Exception exception)
        {
            throw new LabException($"nginx cannot be started: {exception.Message}", exception);
        }
    }

    /// <exception cref="LabException">nginx ended, or does not answer.</exception>
    public async Task WaitUntilReadyAsync(HttpClient http, TimeProvider time, CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (!await AnswersAsync(http, cancellationToken))
        {
            if (process.HasExited || time.GetElapsedTime(start) > ReadyTimeout)
            {
                throw new LabException($"nginx does not answer; its log is {log}.");
            }

            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    /// <summary>Completes with a description when nginx ends.</summary>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken)
    {
        await process.WaitForExitAsync(cancellationToken);
        return $"nginx stopped with exit code {process.ExitCode}; its log is {log}.";
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync();
        process.Dispose();
    }

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

/// <summary>A complete configuration file, so that the machine's nginx configuration is not used.</summary>
internal static class NginxConfiguration
{
    /// <param name="folder">The folder for nginx's files. By default root's workers run as a user without access to it.</param>
    public static string Write(string folder, int port, int backendPort, bool caches) =>
        $$"""
        {{(Environment.IsPrivilegedProcess ? "user root;" : "")}}
        daemon off;
        worker_processes auto;
        pid {{folder}}/nginx.pid;
        error_log {{folder}}/error.log;
        events { worker_connections 4096; }
        http {
          access_log off;
          client_body_temp_path {{folder}}/body;
          proxy_temp_path {{folder}}/proxy;
          fastcgi_temp_path {{folder}}/fastcgi;
          uwsgi_temp_path {{folder}}/uwsgi;
          scgi_temp_path {{folder}}/scgi;
          proxy_cache_path {{folder}}/cache keys_zone=answers:10m;
          upstream backend {
            server 127.0.0.1:{{backendPort}};
            keepalive 128;
            keepalive_requests 1000000000;
          }
          server {
            listen 127.0.0.1:{{port}};
            keepalive_requests 1000000000;
            location / {
              proxy_pass http://backend;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              {{(caches ? "proxy_cache answers; proxy_cache_valid 200 1h;" : "")}}
            }
          }
        }
        """;
}
