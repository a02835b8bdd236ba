using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>The backend and every proxy in front of it. All of them run at once: an idle proxy uses no CPU.</summary>
internal sealed class CostSystem : IAsyncDisposable
{
    /// <summary>The gateway's flag. With any of its values but the default, the backend is called over HTTP/1.1.</summary>
    public const string BackendConnections = "--backend-connections";

    private const string Path = "/api/deliveries/delivery-0001";
    private const string CollectorVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";

    // Targets may be started at the same time.
    private readonly ConcurrentStack<(IAsyncDisposable Process, Func<CancellationToken, Task<string>> Failure)> _running = [];
    private readonly HttpClient _http = new(new SocketsHttpHandler
    {
        SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true },
        UseProxy = false,
    });

    private readonly string _folder;
    private readonly TimeProvider _time;
    private readonly ServicePorts _ports = ServicePorts.Choose();
    private readonly ServiceProcess _backend;

    private CostSystem(string folder, TimeProvider time)
    {
        (_folder, _time) = (folder, time);
        _backend = Start(BuiltService.JsonBackend, "backend", _ports.Flags);
    }

    public int BackendProcessId => _backend.Id;

    public RunningTarget Direct => new(new Uri(_ports.HttpUri, Path), ProcessId: null);

    /// <param name="folder">The folder for logs and for the programs' other files.</param>
    /// <exception cref="LabException">The backend did not start.</exception>
    public static async Task<CostSystem> StartAsync(string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        var system = new CostSystem(folder, time);
        return await system.DisposeOnFailureAsync(async () =>
        {
            await system._backend.WaitUntilReadyAsync(system._http, system._ports.HttpUri, cancellationToken);
            return system;
        });
    }

    /// <exception cref="LabException">nginx is not installed, or did not start.</exception>
    public async Task<RunningTarget> StartNginxAsync(bool caches, CancellationToken cancellationToken)
    {
        var own = System.IO.Path.Combine(_folder, caches ? "nginx-cache" : "nginx");
        var nginx = await NginxProcess.StartAsync(own, _ports.Http, caches, _time, cancellationToken);
        _running.Push((nginx, nginx.WaitForFailureAsync));
        return new RunningTarget(new Uri($"http://{nginx.Address}{Path}"), nginx.Id);
    }

    public async Task<RunningTarget> StartBareAsync(CancellationToken cancellationToken)
    {
        var url = new Uri(SystemAddresses.Loopback(FreePorts.Find(1)[0]), Path);
        var proxy = Start(BuiltService.BareProxy, "bare", ["--http-port", $"{url.Port}", "--backend", $"{_ports.Http2Uri}"]);
        return await ReadyAsync(proxy, readiness: url, url, cancellationToken);
    }

    public Task<RunningTarget> StartGatewayAsync(string name, IEnumerable<string> flags, CancellationToken cancellationToken) =>
        StartGatewayAsync(name, flags, [], asked: null, cancellationToken);

    /// <summary>A gateway that requires API keys, and a key for it.</summary>
    public async Task<RunningTarget> StartKeyedAsync(string name, IEnumerable<string> flags, CancellationToken cancellationToken)
    {
        var database = System.IO.Path.Combine(_folder, $"{name}.db");
        var key = await GatewayKey.AddAsync(database, cancellationToken);
        var running = await StartGatewayAsync(
            name, ["--keys", "required", "--database", database, .. flags], GatewayKey.Plan, asked: null, cancellationToken);
        return running with { Key = key, Database = database };
    }

    /// <summary>Spans go to a second backend, which accepts any request, so that their collection is not measured.</summary>
    public async Task<RunningTarget> StartTracedAsync(IEnumerable<string> flags, CancellationToken cancellationToken)
    {
        var ports = ServicePorts.Choose();
        var collector = Start(BuiltService.JsonBackend, "collector", ports.Flags);
        await collector.WaitUntilReadyAsync(_http, ports.HttpUri, cancellationToken);
        return await StartGatewayAsync(
            "tracing", flags, new() { [CollectorVariable] = ports.HttpUri.AbsoluteUri }, asked: null, cancellationToken);
    }

    public Task<RunningTarget> StartTlsAsync(IEnumerable<string> flags, CancellationToken cancellationToken)
    {
        var (certificate, key) = TlsFiles.Write(_folder, _time);
        var address = new Uri($"https://127.0.0.1:{FreePorts.Find(1)[0]}/");
        return StartGatewayAsync(
            "tls",
            [
                .. flags,
                "--Kestrel:Endpoints:Tls:Url", address.AbsoluteUri,
                "--Kestrel:Endpoints:Tls:Certificate:Path", certificate,
                "--Kestrel:Endpoints:Tls:Certificate:KeyPath", key,
            ],
            [],
            address,
            cancellationToken);
    }

    /// <inheritdoc cref="ServiceGroup.WaitForFailureAsync"/>
    public async Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        await await Task.WhenAny(_running.Select(each => each.Failure(cancellationToken)));

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_running.Select(each => each.Process.DisposeAsync().AsTask()));
        _http.Dispose();
    }

    /// <param name="asked">
    /// The address that receives the requests, if not the HTTP one. Readiness is checked there, since ports open one by one.
    /// </param>
    private async Task<RunningTarget> StartGatewayAsync(
        string name, IEnumerable<string> flags, Dictionary<string, string> environment, Uri? asked,
        CancellationToken cancellationToken)
    {
        var plain = SystemAddresses.Loopback(FreePorts.Find(1)[0]);
        var address = asked ?? plain;
        string[] own = [.. flags];
        var backend = (own.Contains(BackendConnections) ? _ports.HttpUri : _ports.Http2Uri).AbsoluteUri;
        string[] backends = ["--delivery", backend, "--package", backend, "--drone-scheduler", backend];
        string[] all = ["--http-port", $"{plain.Port}", "--admin-port", "0", .. backends, .. own];
        var gateway = Start(BuiltService.Gateway, name, all, environment);
        return await ReadyAsync(gateway, new Uri(address, "/health/live"), new Uri(address, Path), cancellationToken);
    }

    private async Task<RunningTarget> ReadyAsync(
        ServiceProcess process, Uri readiness, Uri url, CancellationToken cancellationToken)
    {
        await process.WaitUntilReadyAsync(_http, readiness, cancellationToken);
        return new RunningTarget(url, process.Id);
    }

    private ServiceProcess Start(
        BuiltService program, string name, IEnumerable<string> flags, Dictionary<string, string>? environment = null)
    {
        // An OTLP endpoint in the user's environment must not affect the measurement.
        Dictionary<string, string> variables = new(environment ?? []);
        variables.TryAdd(CollectorVariable, "");
        variables[ServiceProcess.WarmUpTime] = "0";
        var process = ServiceProcess.Start(program with { Name = name }, flags, variables, _folder, _time);
        _running.Push((process, process.WaitForFailureAsync));
        return process;
    }
}

/// <summary>A self-signed certificate, valid for a day, with a P-256 key.</summary>
internal static class TlsFiles
{
    /// <returns>The paths of the certificate and of its key, in PEM.</returns>
    public static (string Certificate, string Key) Write(string folder, TimeProvider time)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = time.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
        var paths = (Path.Combine(folder, "tls.crt"), Path.Combine(folder, "tls.key"));
        File.WriteAllText(paths.Item1, certificate.ExportCertificatePem());
        File.WriteAllText(paths.Item2, key.ExportPkcs8PrivateKeyPem());
        return paths;
    }
}
