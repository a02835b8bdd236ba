using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Admin;

/// <summary>The data of a key without its secret.</summary>
/// <param name="Owners">The owners whose data the key may be used for, or <c>*</c> for all.</param>
/// <param name="State"><c>live</c>, <c>expired</c> or <c>revoked</c>.</param>
internal sealed record KeyView(
    string Id,
    string Name,
    string Plan,
    string[] Scopes,
    string[] Owners,
    string State,
    DateTimeOffset CreatedAt,
    DateTimeOffset? ExpiresAt,
    DateTimeOffset? RevokedAt)
{
    public static KeyView FromKey(StoredKey key, DateTimeOffset now) => new(
        key.Id,
        key.Name,
        key.Plan,
        KeyScopeNames.Split(key.Scopes),
        key.Owners.Split(),
        key.StateAt(now),
        key.CreatedAt,
        key.ExpiresAt,
        key.RevokedAt);
}

/// <summary>A new key with its secret. No other response contains the secret.</summary>
internal sealed record NewKeyView(string Key, KeyView Details);
