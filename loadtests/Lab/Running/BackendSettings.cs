namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The gateway's settings file with the addresses of its backends. The gateway reads it again when it changes.</summary>
internal sealed class BackendSettings(string folder, TimeProvider time)
{
    private static readonly TimeSpan SwitchTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    public string Path { get; } = System.IO.Path.GetFullPath("gateway-settings.json", folder);

    public Task WriteAsync(SystemAddresses addresses, CancellationToken cancellationToken)
    {
        var backends = new
        {
            Delivery = AddressOf(addresses.Delivery),
            Package = AddressOf(addresses.Package),
            DroneScheduler = AddressOf(addresses.DroneScheduler),
        };
        return File.WriteAllTextAsync(Path, JsonSerializer.Serialize(new { Backends = backends }), cancellationToken);
    }

    /// <summary>Writes the addresses, and waits until the running gateway uses them and no others.</summary>
    /// <exception cref="LabException">The gateway did not use them in time.</exception>
    public async Task SwitchAsync(SystemAddresses addresses, CancellationToken cancellationToken)
    {
        await WriteAsync(addresses, cancellationToken);
        string[] expected =
        [
            .. new[] { addresses.Delivery, addresses.Package, addresses.DroneScheduler }
                .Select(ports => $"answers at {AddressOf(ports)}"),
        ];
        using var http = new HttpClient();
        var start = time.GetTimestamp();
        while (true)
        {
            var found = await ReadAsync(http, addresses.GatewayReadiness, cancellationToken);
            if (expected.All(each => found.Split("; ").Any(backend => backend.EndsWith(each, StringComparison.Ordinal))))
            {
                return;
            }

            if (time.GetElapsedTime(start) > SwitchTimeout)
            {
                throw new LabException(
                    $"The gateway did not use the addresses in {Path} after {SwitchTimeout.TotalSeconds:0} s: {found}");
            }

            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    private static string AddressOf(ServicePorts ports) => ports.Http2Uri.GetLeftPart(UriPartial.Authority);

    /// <summary>What the gateway says of its backends: whether each answers, and at which addresses.</summary>
    private static async Task<string> ReadAsync(HttpClient http, Uri readiness, CancellationToken cancellationToken)
    {
        try
        {
            using var json = JsonDocument.Parse(await http.GetStringAsync(readiness, cancellationToken));
            return json.RootElement.GetProperty("checks").GetProperty("backends").GetString() ?? "";
        }
        catch (HttpRequestException exception)
        {
            return exception.Message;
        }
    }
}
