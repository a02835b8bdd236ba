namespace DroneDelivery.ServiceDefaults.Health;

/// <summary>
/// The command <c>health URL</c>: for the health check of a container, since an image may have neither a shell nor an HTTP client.
/// The emulator compiles this file too.
/// </summary>
internal static class HealthCommand
{
    public const string Name = "health";
    public const string Text = "health URL: ends with 0 if the URL answers 2xx, otherwise with 1. For health checks of containers.";

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    public static async Task<int> RunAsync(string[] args, TextWriter errors, TimeSpan? timeout = null)
    {
        if (args is not [var url] || !Uri.TryCreate(url, UriKind.Absolute, out var address)
            || !address.Scheme.StartsWith(Uri.UriSchemeHttp, StringComparison.Ordinal))
        {
            await errors.WriteLineAsync("health needs one URL, such as http://127.0.0.1:5110/health/ready.");
            return 1;
        }

        if (await FindFaultAsync(address, timeout ?? Timeout) is not { } fault)
        {
            return 0;
        }

        await errors.WriteLineAsync($"{address} {fault}");
        return 1;
    }

    private static async Task<string?> FindFaultAsync(Uri address, TimeSpan timeout)
    {
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = timeout };
        try
        {
            using var response = await client.GetAsync(address);
            return response.IsSuccessStatusCode
                ? null
                : $"answered {(int)response.StatusCode}: {await response.Content.ReadAsStringAsync()}";
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            return $"did not answer: {exception.Message}";
        }
    }
}
