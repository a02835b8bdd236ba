using System.Diagnostics;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.EndToEnd.Admin;

/// <summary>The gateway as a process, with keys, limits and usage, an operator's key, and no backend.</summary>
internal sealed class AdminGateway : IAsyncDisposable
{
    private static readonly Dictionary<string, string> Environment =
        new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "", [ServiceProcess.WarmUpTime] = "0" };

    private readonly SystemAddresses _addresses = SystemAddresses.Choose();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-admin-");
    private readonly HttpClient _http = new();
    private ServiceProcess? _process;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public Uri Page => new($"http://127.0.0.1:{_addresses.GatewayAdmin}/");

    public string OperatorKey { get; private set; } = "";

    private string Database => Path.Combine(_folder.FullName, "gateway.db");

    public static async Task<AdminGateway> StartAsync()
    {
        var gateway = new AdminGateway();
        try
        {
            await gateway.RunAsync();
            return gateway;
        }
        catch
        {
            await gateway.DisposeAsync();
            throw;
        }
    }

    public async Task<int> StatusWithKeyAsync(string key)
    {
        using var request = new HttpRequestMessage(
            HttpMethod.Get, new Uri(_addresses.GatewayUri, "/api/invoices/owner-0001?year=2025&month=3"));
        request.Headers.Add("X-Api-Key", key);
        using var response = await _http.SendAsync(request, Cancelled);
        return (int)response.StatusCode;
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }

        _http.Dispose();
        _folder.Delete(recursive: true);
    }

    private async Task RunAsync()
    {
        OperatorKey = await AddKeyAsync();
        _process = ServiceProcess.Start(
            BuiltService.Gateway,
            [
                "--http-port", $"{_addresses.Gateway}",
                "--admin-port", $"{_addresses.GatewayAdmin}",
                "--keys", "required", "--limits", "local", "--usage", "sqlite", "--usage-flush-seconds", "0.1",
                "--database", Database,
                "--Plans:free:Routes:invoices:RequestsPerSecond=0.001",
            ],
            Environment,
            _folder.FullName,
            TimeProvider.System);
        // It is alive, and not ready, since there is no backend.
        await _process.WaitUntilReadyAsync(_http, new Uri(_addresses.GatewayUri, "/health/live"), Cancelled);
    }

    private async Task<string> AddKeyAsync()
    {
        using var process = Process.Start(new ProcessStartInfo(
            BuiltService.Gateway.ProgramPath,
            ["keys", "add", "operator", "--plan", "unlimited", "--scopes", "admin", "--create", "--database", Database])
        {
            RedirectStandardOutput = true,
        })!;
        var key = await process.StandardOutput.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        Assert.Equal(0, process.ExitCode);
        return key.Trim();
    }
}
