using System.Text.Json;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Makes the one client of a process.</summary>
internal static class CosmosClientFactory
{
    public static CosmosClient Create(CosmosOptions options, ServiceIdentity identity)
    {
        // One handler for the life of the client: the SDK asks for a client once, but says nowhere that it always will.
        var handler = new CosmosCallTracer(new SocketsHttpHandler
        {
            MaxConnectionsPerServer = options.MaxConnections,
            PooledConnectionLifetime = TimeSpan.FromMinutes(10),
            // The tracer makes the span and sends its id; the built-in one ends before the response's headers could be put on it.
            ActivityHeadersPropagator = null,
        });
        return new CosmosClient(options.ConnectionString, new CosmosClientOptions
        {
            ApplicationName = identity.Name,
            ConnectionMode = ConnectionMode.Gateway,
            CosmosClientTelemetryOptions = new()
            {
                DisableDistributedTracing = false,
                QueryTextMode = QueryTextMode.ParameterizedOnly,
            },
            HttpClientFactory = () => new HttpClient(handler, disposeHandler: false),
            LimitToEndpoint = true,
            MaxRetryAttemptsOnRateLimitedRequests = options.ThrottleRetries,
            MaxRetryWaitTimeOnRateLimitedRequests = options.ThrottleWait,
            UseSystemTextJsonSerializerWithOptions = new JsonSerializerOptions(JsonSerializerDefaults.Web),
        });
    }
}
