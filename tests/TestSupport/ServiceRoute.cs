using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace DroneDelivery.TestSupport;

/// <summary>
/// A route of a service that the gateway forwards. The tests of each service compare its endpoints with <see cref="All"/>, and the
/// gateway's owner matrix has a row for each of them. So a service gets no route whose owners are not tested.
/// </summary>
/// <param name="Method">The method.</param>
/// <param name="Pattern">The pattern, without a slash at its end.</param>
/// <param name="Path">The path of a request for it.</param>
public sealed record ServiceRoute(string Method, string Pattern, string Path)
{
    public static readonly ServiceRoute[] All =
    [
        new("GET", "/deliveries", "/deliveries"),
        new("POST", "/deliveries", "/deliveries"),
        new("GET", "/deliveries/report", "/deliveries/report"),
        new("GET", "/deliveries/summary", "/deliveries/summary"),
        new("GET", "/deliveries/utilization", "/deliveries/utilization"),
        new("GET", "/deliveries/{id}", "/deliveries/d-1"),
        new("GET", "/packages", "/packages"),
        new("GET", "/packages/summary", "/packages/summary"),
        new("GET", "/packages/{id}", "/packages/p-1"),
        new("GET", "/drones", "/drones"),
        new("GET", "/drones/assignments", "/drones/assignments"),
        new("GET", "/drones/summary", "/drones/summary"),
        new("GET", "/drones/{id}", "/drones/drone-001"),
    ];

    // Each service has them, and the gateway does not forward them.
    private static readonly string[] OfEachService = ["health", "metrics", "openapi"];

    /// <summary>Fails unless the endpoints of a service are those of <see cref="All"/> that begin with the prefix.</summary>
    public static void AssertAreThoseOf(IServiceProvider service, string prefix) => Assert.Equal(
        All.Where(route => route.Pattern.Split('/')[1] == prefix).Select(route => $"{route.Method} {route.Pattern}").Order(),
        service.GetRequiredService<EndpointDataSource>().Endpoints
            .OfType<RouteEndpoint>()
            .Where(endpoint => !OfEachService.Contains(FirstSegmentOf(endpoint)))
            .SelectMany(endpoint => MethodsOf(endpoint).Select(method => $"{method} {PatternOf(endpoint)}"))
            .Order());

    private static string FirstSegmentOf(RouteEndpoint endpoint) => PatternOf(endpoint).Split('/')[1];

    private static string PatternOf(RouteEndpoint endpoint) => "/" + endpoint.RoutePattern.RawText!.Trim('/');

    private static IReadOnlyList<string> MethodsOf(RouteEndpoint endpoint) =>
        endpoint.Metadata.GetMetadata<IHttpMethodMetadata>() is { HttpMethods: { Count: > 0 } methods } ? methods : ["any"];
}
