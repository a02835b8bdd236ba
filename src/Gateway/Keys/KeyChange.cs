namespace DroneDelivery.Gateway.Keys;

/// <summary>A new key with its secret. The database stores only a hash of the secret.</summary>
internal sealed record IssuedKey(ApiKey Key, StoredKey Stored);

/// <summary>The result of a request for a new key: the key, or a sentence with the reason for the refusal.</summary>
internal sealed record KeyChange
{
    public IssuedKey? Issued { get; private init; }

    public string? Refusal { get; private init; }

    /// <summary>Whether the change was refused because the key that it refers to does not exist or is not live.</summary>
    public bool IsUnknown { get; private init; }

    public static KeyChange Created(ApiKey key, StoredKey stored) => new() { Issued = new(key, stored) };

    public static KeyChange Refused(string reason) => new() { Refusal = reason };

    public static KeyChange Unknown(string id) => new() { Refusal = $"There is no live key {id}.", IsUnknown = true };
}
