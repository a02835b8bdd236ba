using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A key as stored, without its secret.</summary>
/// <param name="Id">The part of the key that is not secret.</param>
/// <param name="Name">The name of the holder. A holder has at most two live keys.</param>
/// <param name="Plan">The name of a plan.</param>
/// <param name="Owners">Null for a key that was created before keys had owners and has not been migrated.</param>
/// <param name="ExpiresAt">The time from which the key is refused; null if it does not expire.</param>
/// <param name="RevokedAt">The time when the key was revoked; null if it is not revoked.</param>
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
    /// <summary>Whether the key has no owners, although a scope other than <c>admin</c> requires them.</summary>
    public bool HasNoOwners => Owners is null && Scopes != KeyScopes.Admin;

    public bool IsLive(DateTimeOffset now) => StateAt(now) == "live";

    /// <summary>Returns <c>live</c>, <c>expired</c> or <c>revoked</c>.</summary>
    public string StateAt(DateTimeOffset now) => RevokedAt is not null ? "revoked" : ExpiresAt <= now ? "expired" : "live";
}

/// <summary>A key in the types that stores have: a row in SQLite, JSON in Redis. Times are Unix times in milliseconds.</summary>
internal sealed record KeyRow(
    string Id,
    string Name,
    string Plan,
    string Scopes,
    string? Owners,
    byte[] Salt,
    byte[] Hash,
    long CreatedAt,
    long? ExpiresAt,
    long? RevokedAt)
{
    public static KeyRow FromKey(StoredKey key) => new(
        key.Id,
        key.Name,
        key.Plan,
        string.Join(',', KeyScopeNames.Split(key.Scopes)),
        key.Owners?.Text,
        key.Secret.Salt,
        key.Secret.Hash,
        key.CreatedAt.ToUnixTimeMilliseconds(),
        key.ExpiresAt?.ToUnixTimeMilliseconds(),
        key.RevokedAt?.ToUnixTimeMilliseconds());

    /// <exception cref="StoreException">A value is missing or invalid.</exception>
    public StoredKey ToKey()
    {
        try
        {
            return new(
                Id,
                Name,
                Plan,
                KeyScopeNames.Parse(Scopes.Split(',')) ?? KeyScopes.None,
                Owners is null ? null : AllowedOwners.Parse(Owners.Split(',')) ?? AllowedOwners.None,
                new SecretHash(Salt, Hash),
                DateTimeOffset.FromUnixTimeMilliseconds(CreatedAt),
                ToTime(ExpiresAt),
                ToTime(RevokedAt));
        }
        catch (Exception exception)
        {
            throw new StoreException($"Key {Id} cannot be read: {exception.Message}", exception);
        }
    }

    private static DateTimeOffset? ToTime(long? milliseconds) =>
        milliseconds is { } time ? DateTimeOffset.FromUnixTimeMilliseconds(time) : null;
}
