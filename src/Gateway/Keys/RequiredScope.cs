using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Endpoint metadata: the scopes that requests to the endpoint require. Every request below <c>/api</c> and <c>/admin</c>
/// requires one.
/// </summary>
/// <param name="Read">For GET, HEAD and OPTIONS.</param>
/// <param name="Write">For all other methods; with <see cref="KeyScopes.None"/> no key allows them.</param>
internal sealed record RequiredScope(KeyScopes Read, KeyScopes Write)
{
    private const KeyScopes AnyScope = (KeyScopes)~0;

    private static readonly RequiredScope NoKey = new(KeyScopes.None, KeyScopes.None);
    private static readonly RequiredScope AnyKey = new(AnyScope, AnyScope);
    private static readonly RequiredScope Administrator = new(KeyScopes.Admin, KeyScopes.Admin);

    public bool IsAdministration => Read == KeyScopes.Admin;

    /// <summary>Returns null for a request that requires no key, because it is not a request to the API.</summary>
    public static RequiredScope? Find(HttpContext context) => Find(context.GetEndpoint()) ?? FindByPath(context.Request.Path);

    /// <summary>Returns the metadata of an endpoint. An endpoint that requires backends but no scope allows no key.</summary>
    public static RequiredScope? Find(Endpoint? endpoint)
    {
        if (endpoint is null)
        {
            return null;
        }

        return endpoint.Metadata.GetMetadata<RequiredScope>()
            ?? (endpoint.Metadata.GetMetadata<RequiredBackends>() is null ? null : NoKey);
    }

    public bool IsGrantedBy(KeyScopes scopes, string method) => (scopes & ScopesFor(method)) != KeyScopes.None;

    /// <summary>Returns the scopes for a method. A request needs one of them.</summary>
    public KeyScopes ScopesFor(string method) =>
        HttpMethods.IsGet(method) || HttpMethods.IsHead(method) || HttpMethods.IsOptions(method) ? Read : Write;

    // Without a key, the response does not reveal whether a path exists (404) or which methods it has (405).
    private static RequiredScope? FindByPath(PathString path) =>
        path.StartsWithSegments("/admin") ? Administrator : path.StartsWithSegments("/api") ? AnyKey : null;
}
