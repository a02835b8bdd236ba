using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.OpenApi;

/// <summary>Describes the service's endpoints at <c>/openapi/v1.json</c>.</summary>
internal static class OpenApiExtensions
{
    public static WebApplicationBuilder AddOpenApiDocument(this WebApplicationBuilder builder, ServiceIdentity identity)
    {
        builder.Services.AddOpenApi(options => options.AddDocumentTransformer((document, _, _) =>
        {
            document.Info.Title = identity.Title;
            return Task.CompletedTask;
        }));
        return builder;
    }
}
