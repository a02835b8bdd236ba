using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Sets what .NET 10 does not set on the server span: name, route, status code and error status (built in from .NET 11).
/// </summary>
internal sealed class ServerSpanMiddleware(RequestDelegate next)
{
    // Activity.Current is cheap to read; without it there is no span.
    public Task InvokeAsync(HttpContext context) =>
        Activity.Current is not null
        && context.Features.Get<IHttpActivityFeature>()?.Activity is { IsAllDataRequested: true, Recorded: true } span
            ? InvokeAndDescribeAsync(context, span)
            : next(context);

    private async Task InvokeAndDescribeAsync(HttpContext context, Activity span)
    {
        // Read before the next middleware: the exception handler clears the endpoint.
        var route = (context.GetEndpoint() as RouteEndpoint)?.RoutePattern.RawText;
        await next(context);
        Describe(span, context, route);
    }

    private static void Describe(Activity span, HttpContext context, string? route)
    {
        span.DisplayName = route is null ? context.Request.Method : $"{context.Request.Method} {route}";
        if (route is not null)
        {
            span.SetTag("http.route", route);
        }

        var status = context.Response.StatusCode;
        span.SetTag("http.response.status_code", status);
        if (status >= StatusCodes.Status500InternalServerError)
        {
            span.SetTag("error.type", status.ToString(CultureInfo.InvariantCulture));
            span.SetStatus(ActivityStatusCode.Error);
        }
    }
}
