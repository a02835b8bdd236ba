using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Describes the routes of the proxy, for the OpenAPI document. Without it, the document has only endpoints with a handler method.
/// Parameters of the query and bodies are in the documents of the services.
/// </summary>
internal sealed class PassThroughDescriptions(EndpointDataSource endpoints) : IApiDescriptionProvider
{
    private static readonly ModelMetadata Text = new EmptyModelMetadataProvider().GetMetadataForType(typeof(string));

    public int Order => 0;

    public void OnProvidersExecuting(ApiDescriptionProviderContext context)
    {
        foreach (var endpoint in endpoints.Endpoints.OfType<RouteEndpoint>())
        {
            if (endpoint.Metadata.GetMetadata<RouteModel>() is { } route)
            {
                MethodsOf(route.Config.RouteId).ForEach(method => context.Results.Add(Describe(endpoint, method)));
            }
        }
    }

    public void OnProvidersExecuted(ApiDescriptionProviderContext context)
    {
    }

    private static List<string> MethodsOf(string route) =>
        route == RouteNames.DeliveryList ? [HttpMethods.Get, HttpMethods.Post] : [HttpMethods.Get];

    private static ApiDescription Describe(RouteEndpoint endpoint, string method)
    {
        var description = new ApiDescription
        {
            HttpMethod = method,
            RelativePath = endpoint.RoutePattern.RawText!.TrimStart('/'),
            ActionDescriptor = new ActionDescriptor { EndpointMetadata = [.. endpoint.Metadata] },
        };
        foreach (var parameter in endpoint.RoutePattern.Parameters)
        {
            description.ParameterDescriptions.Add(new ApiParameterDescription
            {
                Name = parameter.Name,
                Source = BindingSource.Path,
                Type = typeof(string),
                ModelMetadata = Text,
                IsRequired = true,
            });
        }

        return description;
    }
}
