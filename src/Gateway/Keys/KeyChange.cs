namespace DroneDelivery.Gateway.Keys;

/// <summary>A key that was made. Only here is its secret; the database has none.</summary>
internal sealed record IssuedKey(ApiKey Key, StoredKey Stored);

/// <summary>What became of the wish for a key: the key, or a sentence that says why there is none.</summary>
internal sealed record KeyChange
{
    public IssuedKey? Issued { get; private init; }

    public string? Refusal { get; private init; }

    /// <summary>Whether it was refused because the key that it starts from is not there, or not live.</summary>
    public bool IsUnknown { get; private init; }

    public static KeyChange Made(ApiKey key, StoredKey stored) => new() { Issued = new(key, stored) };

    public static KeyChange Refused(string reason) => new() { Refusal = reason };

    public static KeyChange Unknown(string id) => new() { Refusal = $"There is no live key {id}.", IsUnknown = true };
}
