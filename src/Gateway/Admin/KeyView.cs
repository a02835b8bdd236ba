using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Admin;

/// <summary>What may be shown of a key.</summary>
/// <param name="Owners">The owners whose data the key may be used for, "*" for all; null before the key is migrated.</param>
/// <param name="State">live, expired or revoked.</param>
internal sealed record KeyView(
    string Id,
    string Name,
    string Plan,
    string[] Scopes,
    string[]? Owners,
    string State,
    DateTimeOffset CreatedAt,
    DateTimeOffset? ExpiresAt,
    DateTimeOffset? RevokedAt)
{
    public static KeyView Of(StoredKey key, DateTimeOffset now) => new(
        key.Id,
        key.Name,
        key.Plan,
        KeyScopeNames.Split(key.Scopes),
        key.Owners?.Split(),
        key.StateAt(now),
        key.CreatedAt,
        key.ExpiresAt,
        key.RevokedAt);
}

/// <summary>A new key, with its secret: the only answer that has one.</summary>
internal sealed record NewKeyView(string Key, KeyView Details);
