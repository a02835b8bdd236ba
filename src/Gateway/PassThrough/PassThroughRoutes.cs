using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Configuration;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>The routes of the proxy. The id of a cluster is the name of its backend.</summary>
internal static class PassThroughRoutes
{
    public static readonly RouteConfig[] All =
    [
        Route(RouteNames.DeliveryList, "/api/deliveries", BackendNames.Delivery),
        Route(RouteNames.DeliveryReport, "/api/deliveries/report", BackendNames.Delivery),
        Route(RouteNames.DeliverySummary, "/api/deliveries/summary", BackendNames.Delivery),
        Route(RouteNames.DeliveryUtilization, "/api/deliveries/utilization", BackendNames.Delivery),
        Route(RouteNames.Delivery, "/api/deliveries/{id}", BackendNames.Delivery),
        Under("/api/deliveries", BackendNames.Delivery),
        Under("/api/packages", BackendNames.Package),
        Under("/api/drones", BackendNames.DroneScheduler),
    ];

    private static RouteConfig Under(string prefix, string backend) =>
        Route(RouteNames.AllOf(backend), $"{prefix}/{{**rest}}", backend);

    private static RouteConfig Route(string name, string path, string backend) => new()
    {
        RouteId = name,
        ClusterId = backend,
        Match = new RouteMatch { Path = path },
    };
}
