namespace DroneDelivery.Gateway.Caching;

/// <summary>Endpoint metadata: the tags that change when a POST, PUT, PATCH or DELETE request succeeds.</summary>
internal sealed record CacheInvalidation(params string[] Tags);
