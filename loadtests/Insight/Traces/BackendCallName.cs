using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>
/// Names a call by the service that answers it and by what is asked: <c>Order store summary</c>; where there was no answer, by
/// its address.
/// </summary>
internal static class BackendCallName
{
    /// <param name="server">The backend's own span; null where the call never reached it.</param>
    public static string ForCall(SpanRecord client, SpanRecord? server)
    {
        var path = server?.Text(SpanRecord.Route) ?? Path(client);
        var name = $"{(server is null ? Address(client) : Words(server.Service))} {Operation(path)}".Trim();
        return name.Length > 0 ? name : client.Name;
    }

    /// <summary>The last segment says what is asked; <c>/orders/{id}</c> asks for one by its id.</summary>
    private static string Operation(string path) => path[(path.LastIndexOf('/') + 1)..];

    private static string Words(string service) => char.ToUpperInvariant(service[0]) + service[1..].Replace('-', ' ');

    private static string Path(SpanRecord client) => client.Text("url.path") ?? Url(client)?.AbsolutePath ?? "";

    private static string? Address(SpanRecord client) => Url(client)?.Authority ?? client.Text("server.address");

    private static Uri? Url(SpanRecord client) =>
        Uri.TryCreate(client.Text("url.full"), UriKind.Absolute, out var url) ? url : null;
}
