namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>nginx as a plain proxy: keep-alive on both sides, no access log, one worker for each core.</summary>
internal static class NginxProcess
{
    public const string Program = "nginx";

    /// <param name="folder">The folder for nginx's configuration and other files; created if missing.</param>
    /// <inheritdoc cref="InstalledServer.StartAsync"/>
    public static Task<InstalledServer> StartAsync(
        string folder, int backendPort, bool caches, TimeProvider time, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var (port, configuration, log) =
            (FreePorts.Find(1)[0], Path.Combine(folder, "nginx.conf"), Path.Combine(folder, "error.log"));
        File.WriteAllText(configuration, NginxConfiguration.Write(folder, port, backendPort, caches));
        return InstalledServer.StartAsync(Program, ["-c", configuration, "-e", log], port, log, time, cancellationToken);
    }
}

/// <summary>
/// A complete configuration file, so that the machine's nginx configuration is not used. Paths are in quotes, since a folder may
/// have blanks in its name.
/// </summary>
internal static class NginxConfiguration
{
    /// <param name="folder">The folder for nginx's files. By default root's workers run as a user without access to it.</param>
    public static string Write(string folder, int port, int backendPort, bool caches) =>
        $$"""
        {{(Environment.IsPrivilegedProcess ? "user root;" : "")}}
        daemon off;
        worker_processes auto;
        pid "{{folder}}/nginx.pid";
        error_log "{{folder}}/error.log";
        events { worker_connections 16384; }
        http {
          access_log off;
          client_body_temp_path "{{folder}}/body";
          proxy_temp_path "{{folder}}/proxy";
          fastcgi_temp_path "{{folder}}/fastcgi";
          uwsgi_temp_path "{{folder}}/uwsgi";
          scgi_temp_path "{{folder}}/scgi";
          proxy_cache_path "{{folder}}/cache" keys_zone=answers:10m;
          upstream backend {
            server 127.0.0.1:{{backendPort}};
            keepalive 1024;
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
