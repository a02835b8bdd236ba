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
    /// The query parameters that the response depends on. A refresh has no others.
    /// </summary>
    public string[] Query { get; init; } = [];

    /// <summary>The tags of the data that the response depends on. A change of one of them invalidates the response.</summary>
    public string[] Tags { get; init; } = [];

    /// <summary>The index in <see cref="Query"/> of a parameter's name as it was sent; -1 if it is not one of them.</summary>
    public int IndexOf(ReadOnlySpan<char> name)
    {
        for (var i = 0; i < Query.Length; i++)
        {
            if (name.Equals(Query[i], StringComparison.OrdinalIgnoreCase))
            {
                return i;
            }
        }

        return -1;
    }
}

/// <summary>How long the responses of a route are cached.</summary>
internal sealed class CacheTimes
{
    /// <summary>How long a response is fresh. A shorter time in the response's Cache-Control header has precedence.</summary>
    public TimeSpan TimeToLive { get; set; }

    /// <summary>How long a response that is no longer fresh is served while it is refreshed in the background.</summary>
    public TimeSpan StaleWhileRevalidate { get; set; }

    /// <summary>How long a response that is no longer fresh is served instead of a failure.</summary>
    public TimeSpan StaleIfError { get; set; }

    /// <summary>How long a response with status 404 is fresh. It is not served after that.</summary>
    public TimeSpan NotFound { get; set; }
}

/// <summary>Endpoint metadata: the tags that change when a POST, PUT, PATCH or DELETE request succeeds.</summary>
internal sealed record CacheInvalidation(params string[] Tags);
