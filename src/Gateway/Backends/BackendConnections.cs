using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Creates the HTTP client of each cluster. The cluster's metadata tells whether connections are kept, or closed after a request.
/// </summary>
internal sealed class BackendConnections : ForwarderHttpClientFactory
{
    /// <summary>The key of the metadata. Its values are those of <see cref="BackendOptions.Connections"/>.</summary>
    public const string Key = nameof(BackendOptions.Connections);

    protected override bool CanReuseOldClient(ForwarderHttpClientContext context) =>
        base.CanReuseOldClient(context) && context.OldMetadata![Key] == context.NewMetadata![Key];

    protected override void ConfigureHandler(ForwarderHttpClientContext context, SocketsHttpHandler handler)
    {
        base.ConfigureHandler(context, handler);
        handler.ConnectTimeout = TimeSpan.FromSeconds(5);
        // With zero, HTTP/1.1 closes a connection after its request. HTTP/2 does not: a loaded gateway then runs out of memory.
        handler.PooledConnectionLifetime =
            context.NewMetadata![Key] == BackendOptions.Close ? TimeSpan.Zero : TimeSpan.FromMinutes(10);
    }
}
