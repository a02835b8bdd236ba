using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A key as the database has it, without its secret.</summary>
/// <param name="Id">The part of the key that may be shown.</param>
/// <param name="Name">Its holder, who has at most two live keys.</param>
/// <param name="Plan">The name of a plan.</param>
/// <param name="Owners">Null for a key that was made before keys had owners, and was not migrated.</param>
/// <param name="ExpiresAt">From then on it is refused; null: never.</param>
/// <param name="RevokedAt">Null while it is not revoked.</param>
internal sealed record StoredKey(
    string Id,
    string Name,
    string Plan,
    KeyScopes Scopes,
    AllowedOwners? Owners,
    SecretHash Secret,
    DateTimeOffset CreatedAt,
    DateTimeOffset? ExpiresAt,
    DateTimeOffset? RevokedAt)
{
    /// <summary>Whether the key has no owners, although a scope other than admin needs them.</summary>
    public bool HasNoOwners => Owners is null && Scopes != KeyScopes.Admin;

    public bool IsLive(DateTimeOffset now) => StateAt(now) == "live";

    /// <summary>live, expired or revoked.</summary>
    public string StateAt(DateTimeOffset now) => RevokedAt is not null ? "revoked" : ExpiresAt <= now ? "expired" : "live";
}
