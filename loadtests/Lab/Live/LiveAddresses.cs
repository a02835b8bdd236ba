namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The addresses of a live system as text for a console.</summary>
internal static class LiveAddresses
{
    private const int NameWidth = -15;

    public static IEnumerable<string> Lines(Uri page, SystemAddresses addresses, World world) =>
    [
        Line("Live page", page),
        Line("Gateway", addresses.GatewayUri),
        Line("Gateway admin", addresses.GatewayAdminUri),
        DeliveryLine(addresses),
        Line("Package", addresses.Package),
        Line("DroneScheduler", addresses.DroneScheduler),
        Line("Emulator", addresses.EmulatorUri),
        $"Example: curl '{addresses.GatewayUri}api/invoices/{world.OwnerIds.First()}"
            + $"?year={world.FirstMonth.Year}&month={world.FirstMonth.Month}'",
    ];

    /// <summary>A restarted Delivery has new ports.</summary>
    public static string DeliveryLine(SystemAddresses addresses) => Line("Delivery", addresses.Delivery);

    private static string Line(string name, Uri address) => $"{name,NameWidth} {address}";

    private static string Line(string name, ServicePorts ports) =>
        $"{Line(name, ports.HttpUri)} (HTTP/2 without TLS: {ports.Http2Uri})";
}
