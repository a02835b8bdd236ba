using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Lists, adds, rotates and revokes keys. The rules are the same for each store.</summary>
/// <exception cref="StoreException">From each method: the store cannot be used.</exception>
internal sealed class KeyRegistry(IKeyStore store, TimeProvider time)
{
    /// <summary>Returns all keys, the oldest first.</summary>
    public Task<List<StoredKey>> ListAsync(CancellationToken cancellationToken) => store.ReadAsync(cancellationToken);

    /// <summary>Creates the first key of a holder. Refused if the holder has a live key.</summary>
    /// <param name="terms">Valid terms.</param>
    public Task<KeyChange> AddAsync(KeyTerms terms, CancellationToken cancellationToken) => IssueAsync(
        keys => keys.Find(key => key.Name == terms.Name && IsLive(key)) is { } live
            ? KeyChange.Refused($"{terms.Name} has the live key {live.Id}: rotate it, or revoke it first.")
            : Issue(terms.Name!, terms.PlanOrDefault, terms.ParsedScopes!.Value, terms.ParsedOwners!, terms.ExpiresAt),
        cancellationToken);

    /// <summary>
    /// Creates a second key with the plan, scopes and owners of a live key. Refused if the holder has two live keys.
    /// </summary>
    /// <param name="expiresAt">The expiry of the second key, or null for that of the first key.</param>
    public Task<KeyChange> RotateAsync(string id, DateTimeOffset? expiresAt, CancellationToken cancellationToken) => IssueAsync(
        keys =>
        {
            var live = keys.FindAll(IsLive);
            if (live.Find(key => key.Id == id) is not { } old)
            {
                return KeyChange.Unknown(id);
            }

            return live.FindAll(key => key.Name == old.Name) is [var first, var second, ..]
                ? KeyChange.Refused($"{old.Name} has two live keys, the maximum: revoke {first.Id} or {second.Id} first.")
                : Issue(old.Name, old.Plan, old.Scopes, old.Owners, expiresAt ?? old.ExpiresAt);
        },
        cancellationToken);

    /// <returns>The revoked key; null if no key has this id, or it was revoked before.</returns>
    public Task<StoredKey?> RevokeAsync(string id, CancellationToken cancellationToken) => store.WriteAsync<StoredKey?>(
        keys =>
        {
            var live = keys.Find(key => key.Id == id && key.RevokedAt is null);
            var revoked = live is null ? null : live with { RevokedAt = time.GetUtcNow() };
            return (revoked, revoked is null ? [] : [revoked]);
        },
        cancellationToken);

    private Task<KeyChange> IssueAsync(Func<List<StoredKey>, KeyChange> issue, CancellationToken cancellationToken) =>
        store.WriteAsync<KeyChange>(
            keys =>
            {
                var change = issue(keys);
                return (change, change.Issued is { } issued ? [issued.Stored] : []);
            },
            cancellationToken);

    private KeyChange Issue(string name, string plan, KeyScopes scopes, AllowedOwners owners, DateTimeOffset? expiresAt)
    {
        var key = ApiKey.Create();
        var hash = SecretHash.Create(key.Secret);
        return KeyChange.Created(key, new(key.Id, name, plan, scopes, owners, hash, time.GetUtcNow(), expiresAt, RevokedAt: null));
    }

    private bool IsLive(StoredKey key) => key.IsLive(time.GetUtcNow());
}
