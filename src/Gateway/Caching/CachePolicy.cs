namespace DroneDelivery.Gateway.Caching;

/// <summary>An endpoint's word on what is kept of it. Of an endpoint without one nothing is, whatever a client says.</summary>
/// <param name="Name">What configuration calls it: <c>Cache:Routes:{Name}</c>.</param>
/// <param name="Path">The pattern of its route.</param>
internal sealed record CachePolicy(string Name, string Path)
{
    public required CacheTimes Times { get; init; }

    /// <summary>The query parameters that the answer depends on. A request with any other goes past the cache.</summary>
    public string[] Query { get; init; } = [];

    /// <summary>What the answer is made of: it goes when one of these changes.</summary>
    public string[] Tags { get; init; } = [];
}
