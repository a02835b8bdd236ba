using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// The port for operators. On the other ports its endpoints do not exist. The connection decides, since a client chooses the
/// <c>Host</c> header.
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

            return next(context);
        });
        return app;
    }

    /// <summary>Whether the request came over the admin port, the service has none, or a test sent it in memory.</summary>
    internal static bool Admits(HttpContext context) =>
        context.RequestServices.GetRequiredService<ServiceIdentity>().DefaultAdminPort is null
        || context.Features.Get<IConnectionItemsFeature>() is not { } connection
        || connection.Items.ContainsKey(Key);

    /// <summary>Endpoint metadata of <see cref="OnAdminPort"/>.</summary>
    internal sealed class AdminEndpoint;
}
