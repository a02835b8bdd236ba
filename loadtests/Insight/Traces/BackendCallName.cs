using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>
/// Names a call by who answers it and by what is asked: <c>Delivery utilization</c>, <c>Drone scheduler summary</c>.
/// </summary>
internal static class BackendCallName
{
    /// <param name="server">The backend's own span; null where the call never reached it.</param>
    public static string Of(SpanRecord client, SpanRecord? server)
    {
        var path = server?.Text("http.route") ?? Path(client);
        var backend = server?.Service ?? OwnerOf(path);
        if (backend is null)
        {
            return client.Text("server.address") is { } address ? $"{address} {path}".TrimEnd() : client.Name;
        }

        return $"{Words(backend)} {Operation(path)}".TrimEnd();
    }

    /// <summary>The last segment says what is asked; <c>/deliveries/{id}</c> asks for one by its id.</summary>
    private static string Operation(string path) => path[(path.LastIndexOf('/') + 1)..];

    private static string Words(string service) => char.ToUpperInvariant(service[0]) + service[1..].Replace('-', ' ');

    private static string Path(SpanRecord client) =>
        client.Text("url.path")
        ?? (Uri.TryCreate(client.Text("url.full"), UriKind.Absolute, out var url) ? url.AbsolutePath : "");

    private static string? OwnerOf(string path) => path.Trim('/').Split('/')[0] switch
    {
        "deliveries" => "delivery",
        "packages" => "package",
        "drones" => "drone-scheduler",
        _ => null,
    };
}
