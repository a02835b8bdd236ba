using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Admin;

/// <summary>What may be shown of a key.</summary>
/// <param name="State">live, expired or revoked.</param>
internal sealed record KeyView(
    string Id,
    string Name,
    string Plan,
    string[] Scopes,
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
        key.StateAt(now),
        key.CreatedAt,
        key.ExpiresAt,
        key.RevokedAt);
}

/// <summary>A new key, with its secret: the only answer that has one.</summary>
internal sealed record NewKeyView(string Key, KeyView Details);
