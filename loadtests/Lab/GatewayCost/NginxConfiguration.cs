namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>A complete configuration file, so that nothing of the machine's own is used.</summary>
internal static class NginxConfiguration
{
    /// <param name="folder">For everything that it writes. Started by root, its workers would be somebody who may not.</param>
    public static string Of(string folder, int port, int backendPort, bool caches) =>
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
