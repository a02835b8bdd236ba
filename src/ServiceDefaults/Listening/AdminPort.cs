using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// The port for operators. On the other ports its endpoints do not exist. The connection decides, since a client chooses the
/// <c>Host</c> header. A request over loopback with the <c>Host</c> of a site is refused.
/// </summary>
public static class AdminPort
{
    private static readonly object Key = new();

    /// <summary>Serves an endpoint on the admin port only, if the service has one.</summary>
    public static TBuilder OnAdminPort<TBuilder>(this TBuilder endpoints)
        where TBuilder : IEndpointConventionBuilder => endpoints.WithMetadata(new AdminEndpoint());

    internal static void Configure(ListenOptions endpoint)
    {
        endpoint.Protocols = HttpProtocols.Http1;
        endpoint.Use(next => connection =>
        {
            connection.Items[Key] = Key;
            return next(connection);
        });
    }

    internal static WebApplication UseAdminPort(this WebApplication app)
    {
        app.Use((context, next) =>
        {
            if (context.GetEndpoint() is { } endpoint
                && endpoint.Metadata.GetMetadata<AdminEndpoint>() is not null
                && !Admits(context))
            {
                context.SetEndpoint(null);
            }

            return IsRebound(context)
                ? TypedResults.Problem(
                    $"The host is '{context.Request.Host}'; only 127.0.0.1, [::1] and localhost are served.",
                    statusCode: StatusCodes.Status403Forbidden).ExecuteAsync(context)
                : next(context);
        });
        return app;
    }

    /// <summary>Whether the request came over the admin port, the service has none, or a test sent it in memory.</summary>
    internal static bool Admits(HttpContext context) =>
        context.RequestServices.GetRequiredService<ServiceIdentity>().DefaultAdminPort is null
        || context.Features.Get<IConnectionItemsFeature>() is not { } connection
        || connection.Items.ContainsKey(Key);

    // DNS rebinding: the name of a site that resolves to 127.0.0.1, so that a browser lets the site's scripts read the responses.
    private static bool IsRebound(HttpContext context) =>
        context.Features.Get<IConnectionItemsFeature>()?.Items.ContainsKey(Key) is true
        && context.Connection.LocalIpAddress is { } local
        && IPAddress.IsLoopback(local)
        && !context.Request.Host.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        && !(IPAddress.TryParse(context.Request.Host.Host, out var host) && IPAddress.IsLoopback(host));

    /// <summary>Endpoint metadata of <see cref="OnAdminPort"/>.</summary>
    internal sealed class AdminEndpoint;
}
