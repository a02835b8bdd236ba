namespace DroneDelivery.Gateway.Keys;

/// <summary>A key as requests are checked against it.</summary>
internal sealed record KeyHolder(Caller Caller, KeyScopes Scopes, SecretHash Secret, DateTimeOffset? ExpiresAt);
