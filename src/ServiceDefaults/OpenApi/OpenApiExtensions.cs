using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.OpenApi;

/// <summary>
/// Describes the service's endpoints at <c>/openapi/v1.json</c>, and those of the admin port at <c>/openapi/admin.json</c> there.
/// </summary>
internal static class OpenApiExtensions
{
    private const string Public = "v1";
    private const string Admin = "admin";

    public static WebApplicationBuilder AddOpenApiDocuments(this WebApplicationBuilder builder, ServiceIdentity identity)
    {
        var hasAdminPort = identity.DefaultAdminPort is not null;
        foreach (var name in hasAdminPort ? new[] { Public, Admin } : [Public])
        {
            builder.Services.AddOpenApi(name, options =>
            {
                options.ShouldInclude = endpoint => !hasAdminPort || IsAdmin(endpoint) == (name == Admin);
                options.AddDocumentTransformer((document, _, _) =>
                {
                    document.Info.Title = identity.Title;
                    return Task.CompletedTask;
                });
            });
        }

        return builder;
    }

    public static WebApplication MapOpenApiDocuments(this WebApplication app)
    {
        // The name is read from the path only if the pattern has it, and otherwise from the query. Names differ in length, and a
        // name of no document is 404.
        app.MapOpenApi($"/openapi/{{documentName:length({Public.Length})}}.json");
        app.MapOpenApi($"/openapi/{{documentName:length({Admin.Length})}}.json").OnAdminPort();
        return app;
    }

    private static bool IsAdmin(ApiDescription endpoint) =>
        endpoint.ActionDescriptor.EndpointMetadata.OfType<AdminPort.AdminEndpoint>().Any();
}
