using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Delivery.Tests.Running;

internal static class CosmosClients
{
    /// <summary>The unmodified SDK, on a wire that needs no socket.</summary>
    public static CosmosClient On(HttpMessageHandler wire) => new(
        $"AccountEndpoint=http://localhost/;AccountKey={EmulatorOptions.WellKnownKey}",
        new CosmosClientOptions
        {
            ConnectionMode = ConnectionMode.Gateway,
            HttpClientFactory = () => new HttpClient(wire, disposeHandler: false),
            UseSystemTextJsonSerializerWithOptions = new(JsonSerializerDefaults.Web),
        });
}
