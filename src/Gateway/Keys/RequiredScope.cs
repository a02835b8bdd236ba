using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Keys;

/// <summary>An endpoint's word on which scope a request to it needs. Below /api and /admin each request needs one.</summary>
/// <param name="Read">For GET, HEAD and OPTIONS.</param>
/// <param name="Write">For all other methods; with <see cref="KeyScopes.None"/> no key allows them.</param>
internal sealed record RequiredScope(KeyScopes Read, KeyScopes Write)
{
    private const KeyScopes AnyScope = (KeyScopes)~0;

    private static readonly RequiredScope Nobody = new(KeyScopes.None, KeyScopes.None);
    private static readonly RequiredScope AnyKey = new(AnyScope, AnyScope);
    private static readonly RequiredScope Administrator = new(KeyScopes.Admin, KeyScopes.Admin);

    /// <summary>Null for a request that is not of the API.</summary>
    public static RequiredScope? Of(HttpContext context) => Of(context.GetEndpoint()) ?? OfPath(context.Request.Path);

    /// <summary>An endpoint of the API whose scope was forgotten is closed to everybody.</summary>
    public static RequiredScope? Of(Endpoint? endpoint)
    {
        if (endpoint is null)
        {
            return null;
        }

        return endpoint.Metadata.GetMetadata<RequiredScope>()
            ?? (endpoint.Metadata.GetMetadata<RequiredBackends>() is null ? null : Nobody);
    }

    public bool IsGrantedBy(KeyScopes scopes, string method) => (scopes & ScopesFor(method)) != KeyScopes.None;

    /// <summary>The scopes of which a request with this method needs one.</summary>
    public KeyScopes ScopesFor(string method) =>
        HttpMethods.IsGet(method) || HttpMethods.IsHead(method) || HttpMethods.IsOptions(method) ? Read : Write;

    // Without a key nobody is told that a path is not there (404), or which methods it has (405).
    private static RequiredScope? OfPath(PathString path) =>
        path.StartsWithSegments("/admin") ? Administrator : path.StartsWithSegments("/api") ? AnyKey : null;
}
