using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Keys;

/// <summary>An endpoint's word on which scope a request to it needs. An endpoint without one asks for no key.</summary>
/// <param name="Read">For GET, HEAD and OPTIONS.</param>
/// <param name="Write">For all other methods; with <see cref="KeyScopes.None"/> no key allows them.</param>
internal sealed record ScopeNeed(KeyScopes Read, KeyScopes Write)
{
    private static readonly ScopeNeed Nobody = new(KeyScopes.None, KeyScopes.None);

    /// <summary>An endpoint of the API whose scope was forgotten is closed to everybody.</summary>
    public static ScopeNeed? Of(Endpoint? endpoint)
    {
        if (endpoint is null)
        {
            return null;
        }

        return endpoint.Metadata.GetMetadata<ScopeNeed>()
            ?? (endpoint.Metadata.GetMetadata<BackendNeed>() is null ? null : Nobody);
    }

    public bool IsMetBy(KeyScopes scopes, string method)
    {
        var isRead = HttpMethods.IsGet(method) || HttpMethods.IsHead(method) || HttpMethods.IsOptions(method);
        return (scopes & (isRead ? Read : Write)) != KeyScopes.None;
    }
}
