using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A key in the types that stores have: a row in SQLite, JSON in Redis. Times are Unix times in milliseconds.</summary>
internal sealed record KeyRow(
    string Id,
    string Name,
    string Plan,
    string Scopes,
    string Owners,
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
        key.Owners.Text,
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
            // JSON may have null for each of them.
            ArgumentNullException.ThrowIfNull(Id);
            ArgumentNullException.ThrowIfNull(Name);
            ArgumentNullException.ThrowIfNull(Plan);
            return new(
                Id,
                Name,
                Plan,
                KeyScopeNames.Parse(Scopes.Split(',')) ?? KeyScopes.None,
                AllowedOwners.Parse(Owners.Split(',')) ?? AllowedOwners.None,
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
