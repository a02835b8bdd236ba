using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A key as stored, without its secret.</summary>
/// <param name="Id">The part of the key that is not secret.</param>
/// <param name="Name">The name of the holder. A holder has at most two live keys.</param>
/// <param name="Plan">The name of a plan.</param>
/// <param name="ExpiresAt">The time from which the key is refused; null if it does not expire.</param>
/// <param name="RevokedAt">The time when the key was revoked; null if it is not revoked.</param>
internal sealed record StoredKey(
    string Id,
    string Name,
    string Plan,
    KeyScopes Scopes,
    AllowedOwners Owners,
    SecretHash Secret,
    DateTimeOffset CreatedAt,
    DateTimeOffset? ExpiresAt,
    DateTimeOffset? RevokedAt)
{
    public bool IsLive(DateTimeOffset now) => StateAt(now) == "live";

    /// <summary>Returns <c>live</c>, <c>expired</c> or <c>revoked</c>.</summary>
    public string StateAt(DateTimeOffset now) => RevokedAt is not null ? "revoked" : ExpiresAt <= now ? "expired" : "live";
}
