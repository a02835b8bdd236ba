using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Delivery.Tests.Running;

internal static class CosmosClients
{
    /// <summary>The unmodified SDK, which sends its requests to a handler instead of a socket.</summary>
    public static CosmosClient On(HttpMessageHandler handler) => new(
        $"AccountEndpoint=http://localhost/;AccountKey={EmulatorOptions.WellKnownKey}",
        new CosmosClientOptions
        {
            ConnectionMode = ConnectionMode.Gateway,
            HttpClientFactory = () => new HttpClient(handler, disposeHandler: false),
            UseSystemTextJsonSerializerWithOptions = new(JsonSerializerDefaults.Web),
        });
}
