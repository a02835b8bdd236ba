namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The loopback addresses of the programs of the system: free ports.</summary>
internal sealed record SystemAddresses(
    int Emulator, int Gateway, int GatewayAdmin, ServicePorts Delivery, ServicePorts Package, ServicePorts DroneScheduler)
{
    /// <summary>The public, well-known key of Microsoft's emulators; the emulator's default.</summary>
    public const string EmulatorKey = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    public Uri EmulatorUri => Loopback(Emulator);

    public Uri GatewayUri => Loopback(Gateway);

    public Uri GatewayAdminUri => Loopback(GatewayAdmin);

    public Uri GatewayReadiness => new(GatewayAdminUri, "health/ready");

    /// <summary>The gateway's settings with the addresses of its backends, as JSON.</summary>
    public string GatewaySettings => JsonSerializer.Serialize(new
    {
        Backends = new { Delivery = Delivery.Http2Uri, Package = Package.Http2Uri, DroneScheduler = DroneScheduler.Http2Uri },
    });

    /// <summary>A part of the gateway's readiness from the moment at which it uses these backends and no others.</summary>
    public string ExpectedReadiness =>
        $"\"delivery answers at {Delivery.Http2Uri}; drone-scheduler answers at {DroneScheduler.Http2Uri}; "
        + $"package answers at {Package.Http2Uri}\"";

    public string CosmosConnectionString => $"AccountEndpoint={EmulatorUri};AccountKey={EmulatorKey}";

    public static SystemAddresses Choose()
    {
        var ports = FreePorts.Find(9);
        return new SystemAddresses(
            ports[0], ports[1], ports[2], new(ports[3], ports[4]), new(ports[5], ports[6]), new(ports[7], ports[8]));
    }

    /// <summary>The same addresses, with new free ports for the backends among the services.</summary>
    public SystemAddresses WithNewPorts(IReadOnlyCollection<BuiltService> services) => this with
    {
        Delivery = services.Contains(BuiltService.Delivery) ? ServicePorts.Choose() : Delivery,
        Package = services.Contains(BuiltService.Package) ? ServicePorts.Choose() : Package,
        DroneScheduler = services.Contains(BuiltService.DroneScheduler) ? ServicePorts.Choose() : DroneScheduler,
    };

    public static Uri Loopback(int port) => new($"http://127.0.0.1:{port}/");
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
