namespace DroneDelivery.Gateway.Caching;

/// <summary>An endpoint's word on what changes when it has carried out a POST, PUT, PATCH or DELETE.</summary>
internal sealed record CacheInvalidation(params string[] Tags);
