using System.Diagnostics.Metrics;
using System.Text.Json;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Creates the single client of a process.</summary>
internal static class CosmosClientFactory
{
    public static CosmosClient Create(
        CosmosOptions options, ServiceIdentity identity, IMeterFactory meters, TimeProvider time, ILogger logger)
    {
        if (options.Mode == CosmosOptions.Direct)
        {
            Log.DirectModeIsUsed(logger);
        }

        var clientOptions = NewClientOptions(options, identity, meters, time);
        return options.Identity
            ? new CosmosClient(options.ConnectionString, EntraCredential.Create(), clientOptions)
            : new CosmosClient(options.ConnectionString, clientOptions);
    }

    private static CosmosClientOptions NewClientOptions(
        CosmosOptions options, ServiceIdentity identity, IMeterFactory meters, TimeProvider time)
    {
        // One handler for the lifetime of the client: the SDK calls the factory once, but does not document it.
        var handler = new CosmosCallTracer(new CosmosCallMeter(meters, time, new SocketsHttpHandler
        {
            MaxConnectionsPerServer = options.MaxConnections,
            PooledConnectionLifetime = TimeSpan.FromMinutes(10),
            // Null turns off the handler's own span and headers. The tracer creates the span and sends its id instead, because the
            // built-in span ends before response headers, such as the request charge, can be added to it.
            ActivityHeadersPropagator = null,
        }));
        return new CosmosClientOptions
        {
            ApplicationName = identity.Name,
            ConnectionMode = options.Mode == CosmosOptions.Direct ? ConnectionMode.Direct : ConnectionMode.Gateway,
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
        };
    }
}
