using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>Prometheus on loopback, with the configuration and the flags of its container, but more frequent scrapes.</summary>
internal sealed class PrometheusServer(Process process, HttpClient http, Uri address) : IAsyncDisposable
{
    private const string Program = "prometheus";

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    public static bool IsInstalled => InstalledProgram.Find(Program) is not null;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static async Task<PrometheusServer> StartAsync(
        ComposeService service, ComposeAddresses table, string folder, HttpClient http)
    {
        var configuration = Directory.CreateDirectory(Path.Combine(folder, "etc", "prometheus")).FullName;
        foreach (var file in new[] { "prometheus.yml", "rules.yml" })
        {
            var text = await File.ReadAllTextAsync(Path.Combine(ComposeFile.Folder, "prometheus", file), Cancelled);
            await File.WriteAllTextAsync(
                Path.Combine(configuration, file),
                table.Replace(Program, text).Replace("_interval: 15s", "_interval: 1s", StringComparison.Ordinal),
                Cancelled);
        }

        var address = new Uri($"http://{table.AddressOf(Program)}:9090/");
        var arguments = service.Command.Select(argument => table.Replace(Program, argument));
        var process = Process.Start(new ProcessStartInfo(
            Program, [.. arguments, $"--web.listen-address={address.Authority}", "--log.level=error"]))!;
        var server = new PrometheusServer(process, http, address);
        try
        {
            await server.UntilAsync(() => server.FindFaultAsync(table.Replace(Program, service.Healthcheck!.Arguments[^1])));
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>The series that the query returns now, as labels and value.</summary>
    public async Task<IReadOnlyList<(JsonNode Labels, double Value)>> QueryAsync(string query)
    {
        var path = $"api/v1/query?query={Uri.EscapeDataString(query)}";
        using var response = await http.GetAsync(new Uri(address, path), Cancelled);
        var text = await response.Content.ReadAsStringAsync(Cancelled);
        var answer = JsonNode.Parse(text)!;
        Assert.True((string?)answer["status"] == "success", $"{query}: {text}");
        return
        [
            .. answer["data"]!["result"]!.AsArray().Select(series => (
                series!["metric"]!,
                double.Parse((string)series["value"]![1]!, CultureInfo.InvariantCulture))),
        ];
    }

    /// <summary>Repeats until there is no fault, since scrapes take time.</summary>
    public async Task UntilAsync(Func<Task<string?>> findFaultAsync)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (await findFaultAsync() is { } fault)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < Limit, $"After {Limit.TotalSeconds} s: {fault}");
            await Task.Delay(PollInterval, Cancelled);
        }
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
    }

    private async Task<string?> FindFaultAsync(string url)
    {
        Assert.False(process.HasExited, "Prometheus ended.");
        try
        {
            using var response = await http.GetAsync(url, Cancelled);
            return response.IsSuccessStatusCode ? null : $"{url} answers {response.StatusCode}";
        }
        catch (HttpRequestException exception)
        {
            return $"{url}: {exception.Message}";
        }
    }
}
