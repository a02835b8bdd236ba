using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>
/// <c>GET /metrics</c>: the service's metrics for a Prometheus that scrapes it. Scrapes are not counted as requests.
/// </summary>
internal static class PrometheusEndpoint
{
    private const string TextFormat = "text/plain; version=0.0.4; charset=utf-8";

    public static void MapPrometheus(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/metrics", GetMetrics).ExcludeFromDescription().DisableHttpMetrics().OnAdminPort();

    private static Results<ContentHttpResult, ProblemHttpResult> GetMetrics(PrometheusExporter exporter) =>
        exporter.Scrape() is { } text
            ? TypedResults.Text(text, TextFormat)
            : TypedResults.Problem("No metrics are collected.", statusCode: StatusCodes.Status503ServiceUnavailable);
}
