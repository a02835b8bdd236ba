using System.Net.Http.Metrics;
using Yarp.ReverseProxy.Health;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Creates the requests of health checks. In the metrics of HTTP clients they have a <c>url.template</c>, which no other request
/// has, so that a dead address that is only checked does not look as if it were called.
/// </summary>
internal sealed class HealthProbes : IProbingRequestFactory
{
    public HttpRequestMessage CreateRequest(ClusterModel cluster, DestinationModel destination) =>
        Create(cluster, destination.Config.Address, cluster.Config.HealthCheck!.Active!.Path!);

    public static HttpRequestMessage Create(ClusterModel cluster, string address, string path)
    {
        var request = BackendClient.CreateRequest(cluster, address, path);
        HttpMetricsEnrichmentContext.AddCallback(
            request, context => context.AddCustomTag("url.template", context.Request.RequestUri!.AbsolutePath));
        return request;
    }
}
