namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The usual paths of health probes by ASP.NET Core, Kubernetes and load balancers.</summary>
internal static class HealthRoutes
{
    private static readonly HashSet<string> FirstSegments = new(StringComparer.OrdinalIgnoreCase)
    {
        "alive", "health", "healthz", "livez", "readyz",
    };

    public static bool Contains(string? route) => route is not null && FirstSegments.Contains(route.Trim('/').Split('/')[0]);
}
