namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The loopback addresses of the programs of the system: free ports.</summary>
/// <param name="Deliveries">Of each Delivery; at least one.</param>
internal sealed record SystemAddresses(
    int Emulator, int Gateway, int GatewayAdmin, IReadOnlyList<ServicePorts> Deliveries, ServicePorts Package,
    ServicePorts DroneScheduler)
{
    /// <summary>The public, well-known key of Microsoft's emulators; the emulator's default.</summary>
    public const string EmulatorKey = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    /// <summary>The only Delivery, or the first of several.</summary>
    public ServicePorts Delivery => Deliveries[0];

    public Uri EmulatorUri => Loopback(Emulator);

    public Uri GatewayUri => Loopback(Gateway);

    public Uri GatewayAdminUri => Loopback(GatewayAdmin);

    public Uri GatewayReadiness => new(GatewayAdminUri, "health/ready");

    /// <summary>The gateway's settings with the addresses of its backends, as JSON.</summary>
    public string GatewaySettings => JsonSerializer.Serialize(new
    {
        Backends = new
        {
            Delivery = JoinDeliveries(","),
            Package = Package.Http2Uri,
            DroneScheduler = DroneScheduler.Http2Uri,
        },
    });

    /// <summary>A part of the gateway's readiness from the moment at which it uses these backends and no others.</summary>
    public string ExpectedReadiness =>
        $"\"delivery answers at {JoinDeliveries(" or ")}; drone-scheduler answers at {DroneScheduler.Http2Uri}; "
        + $"package answers at {Package.Http2Uri}\"";

    public string CosmosConnectionString => $"AccountEndpoint={EmulatorUri};AccountKey={EmulatorKey}";

    public static SystemAddresses Choose()
    {
        var ports = FreePorts.Find(9);
        return new SystemAddresses(
            ports[0], ports[1], ports[2], [new(ports[3], ports[4])], new(ports[5], ports[6]), new(ports[7], ports[8]));
    }

    /// <summary>The same addresses for another number of Deliveries; those that are left keep theirs.</summary>
    public SystemAddresses WithDeliveries(int count) => this with
    {
        Deliveries =
        [
            .. Deliveries.Take(count),
            .. Enumerable.Range(0, Math.Max(0, count - Deliveries.Count)).Select(_ => ServicePorts.Choose()),
        ],
    };

    /// <summary>The same addresses, with new free ports for the backends among the services.</summary>
    public SystemAddresses WithNewPorts(IReadOnlyCollection<BuiltService> services) => this with
    {
        Deliveries = services.Any(service => service.Project == BuiltService.Delivery.Project)
            ? [.. Deliveries.Select(_ => ServicePorts.Choose())]
            : Deliveries,
        Package = services.Contains(BuiltService.Package) ? ServicePorts.Choose() : Package,
        DroneScheduler = services.Contains(BuiltService.DroneScheduler) ? ServicePorts.Choose() : DroneScheduler,
    };

    public static Uri Loopback(int port) => new($"http://127.0.0.1:{port}/");

    // In the order of the gateway's readiness.
    private string JoinDeliveries(string separator) =>
        string.Join(separator, Deliveries.Select(each => $"{each.Http2Uri}").Order(StringComparer.Ordinal));
}

/// <summary>The two ports of a backend: HTTP/1.1 for people and probes, HTTP/2 without TLS for the gateway.</summary>
internal sealed record ServicePorts(int Http, int Http2)
{
    public Uri HttpUri => SystemAddresses.Loopback(Http);

    public Uri Readiness => new(HttpUri, "health/ready");

    public Uri Http2Uri => SystemAddresses.Loopback(Http2);

    public string[] Flags => ["--http-port", $"{Http}", "--http2-port", $"{Http2}"];

    /// <summary>The start of a backend on these ports.</summary>
    public ServiceStart StartOf(BuiltService service, params IEnumerable<string> flags) =>
        new(service, [.. Flags, .. flags], Readiness);

    public static ServicePorts Choose()
    {
        var ports = FreePorts.Find(2);
        return new ServicePorts(ports[0], ports[1]);
    }
}
