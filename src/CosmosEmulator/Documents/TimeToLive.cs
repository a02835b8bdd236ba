using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// After how many seconds since its last write a document expires: by its own property <c>ttl</c>, or by <c>defaultTtl</c> of its
/// container.
/// </summary>
/// <param name="Seconds">Above 0; -1 if the document never expires; else that of one of the values below.</param>
internal readonly record struct TimeToLive(int Seconds)
{
    private static readonly PropertyPath Path = PropertyPath.Parse("/ttl");

    /// <summary>Of a document whose property was not read.</summary>
    public static TimeToLive Unknown => default;

    /// <summary>Of a document without the property: its container decides.</summary>
    public static TimeToLive Inherited => new(int.MinValue);

    /// <summary>Whether a document with it expires.</summary>
    public bool IsLimited => Seconds > 0;

    /// <summary>Null for a value that is not allowed.</summary>
    /// <param name="value">That of the property; undefined if there is none.</param>
    public static TimeToLive? From(CosmosValue value)
    {
        if (!value.IsDefined)
        {
            return Inherited;
        }

        // What is no number counts as 0.
        var isInteger = value.ExactNumber.TryGetInt64(out var seconds);
        return isInteger && seconds is -1 or (> 0 and <= int.MaxValue) ? new TimeToLive((int)seconds) : null;
    }

    /// <summary>That of a stored document. A value that is not allowed may be left from before the container had one.</summary>
    public static TimeToLive Read(in StoredDocument document) =>
        From(JsonProperty.Read(document.Members, Path)) ?? Inherited;

    /// <summary>The service's text for a value that is not allowed.</summary>
    public static string FaultOf(string json) =>
        $"The input ttl '{json}' is invalid. Ensure to provide a nonzero positive integer less than or equal to "
        + $"'{int.MaxValue}', or '-1' which means never expire.";
}
