namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Endpoint metadata: how the responses of an endpoint are cached. Responses of an endpoint without a policy are never cached,
/// regardless of the headers of the request.
/// </summary>
/// <param name="Name">The name of the route in configuration: <c>Cache:Routes:{Name}</c>.</param>
internal sealed record CachePolicy(string Name)
{
    public required CacheTimes Times { get; init; }

    /// <summary>
    /// The query parameters that the response depends on. A request with any other query parameter bypasses the cache.
    /// </summary>
    public string[] Query { get; init; } = [];

    /// <summary>The tags of the data that the response depends on. A change of one of them invalidates the response.</summary>
    public string[] Tags { get; init; } = [];
}
