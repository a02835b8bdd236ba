namespace DroneDelivery.Gateway.Keys;

/// <summary>The data of a key that requests are checked against.</summary>
internal sealed record KeyHolder(Caller Caller, KeyScopes Scopes, SecretHash Secret, DateTimeOffset? ExpiresAt);
