using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>What tests of the HTTP/1.1 client send and answer.</summary>
internal static class Http1Exchanges
{
    public const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    public static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static HttpLoadClient Client(HttpLoadOptions? options = null) =>
        new(options ?? new HttpLoadOptions { Connections = 4 }, TimeProvider.System);

    public static Task<RequestOutcome> GetAsync(HttpLoadClient client, ScriptedServer server) =>
        client.SendAsync(PreparedRequest.Get(server.Address), Cancelled).AsTask();
}
