using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Describes the routes of the proxy, for the OpenAPI document. Without it, the document has only endpoints with a handler method.
/// Bodies, and the parameters of the query of routes without a name of their own, are in the documents of the services.
/// </summary>
internal sealed class PassThroughDescriptions(EndpointDataSource endpoints) : IApiDescriptionProvider
{
    private static readonly EmptyModelMetadataProvider Types = new();

    public int Order => 0;

    public void OnProvidersExecuting(ApiDescriptionProviderContext context)
    {
        foreach (var endpoint in endpoints.Endpoints.OfType<RouteEndpoint>())
        {
            if (endpoint.Metadata.GetMetadata<RouteModel>() is { Config.RouteId: var route })
            {
                MethodsOf(route).ForEach(method => context.Results.Add(Describe(endpoint, route, method)));
            }
        }
    }

    public void OnProvidersExecuted(ApiDescriptionProviderContext context)
    {
    }

    private static List<string> MethodsOf(string route) =>
        route == RouteNames.DeliveryList ? [HttpMethods.Get, HttpMethods.Post] : [HttpMethods.Get];

    // As the service declares them.
    private static ApiParameterDescription[] QueryOf(string route, string method) => route switch
    {
        _ when !HttpMethods.IsGet(method) => [],
        RouteNames.DeliveryList or RouteNames.DeliverySummary or RouteNames.DeliveryUtilization => [Owner(), .. Month()],
        RouteNames.DeliveryReport => Month(),
        RouteNames.Delivery => [Owner(isRequired: false)],
        _ => [],
    };

    private static ApiParameterDescription Owner(bool isRequired = true) =>
        Describe<string>(OwnerInRequest.Name, BindingSource.Query, isRequired);

    private static ApiParameterDescription[] Month() =>
        [Describe<int>("year", BindingSource.Query), Describe<int>("month", BindingSource.Query)];

    private static ApiDescription Describe(RouteEndpoint endpoint, string route, string method)
    {
        var description = new ApiDescription
        {
            HttpMethod = method,
            RelativePath = endpoint.RoutePattern.RawText!.TrimStart('/'),
            ActionDescriptor = new ActionDescriptor { EndpointMetadata = [.. endpoint.Metadata] },
        };
        foreach (var parameter in endpoint.RoutePattern.Parameters)
        {
            description.ParameterDescriptions.Add(Describe<string>(parameter.Name, BindingSource.Path));
        }

        foreach (var parameter in QueryOf(route, method))
        {
            description.ParameterDescriptions.Add(parameter);
        }

        return description;
    }

    private static ApiParameterDescription Describe<T>(string name, BindingSource source, bool isRequired = true) => new()
    {
        Name = name,
        Source = source,
        Type = typeof(T),
        ModelMetadata = Types.GetMetadataForType(typeof(T)),
        IsRequired = isRequired,
    };
}
