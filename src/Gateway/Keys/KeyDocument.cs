using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Adds the API key, and the scope that each operation needs, to the OpenAPI documents, if keys are required.</summary>
internal sealed class KeyDocument(IOptions<KeyOptions> options) : IOpenApiDocumentTransformer, IOpenApiOperationTransformer
{
    private const string Scheme = "apiKey";

    public Task TransformAsync(
        OpenApiDocument document, OpenApiDocumentTransformerContext context, CancellationToken cancellationToken)
    {
        if (options.Value.AreRequired)
        {
            document.AddComponent(Scheme, new OpenApiSecurityScheme
            {
                Type = SecuritySchemeType.ApiKey,
                In = ParameterLocation.Header,
                Name = KeyInRequest.Header,
                Description = "A key of the gateway, from its operator. A bearer token is accepted too.",
            });
        }

        return Task.CompletedTask;
    }

    public Task TransformAsync(
        OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        var endpoint = context.Description.ActionDescriptor.EndpointMetadata;
        if (options.Value.AreRequired && endpoint.OfType<RequiredScope>().LastOrDefault() is { } need)
        {
            var scopes = need.ScopesFor(context.Description.HttpMethod ?? HttpMethods.Get);
            operation.Security =
            [
                new() { [new OpenApiSecuritySchemeReference(Scheme, context.Document)] = [.. KeyScopeNames.Split(scopes)] },
            ];
            operation.Responses ??= [];
            operation.Responses.TryAdd("401", new OpenApiResponse { Description = "The request has no valid key." });
            operation.Responses.TryAdd("403", new OpenApiResponse { Description = "The key lacks the scope or the owner." });
        }

        return Task.CompletedTask;
    }
}
