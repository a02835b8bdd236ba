namespace DroneDelivery.Gateway.Keys;

/// <summary>A key that was made. Only here is its secret; the database has none.</summary>
internal sealed record IssuedKey(ApiKey Key, StoredKey Stored);

/// <summary>What became of the wish for a key: the key, or a sentence that says why there is none.</summary>
internal sealed record KeyChange(IssuedKey? Issued, string? Refusal);
