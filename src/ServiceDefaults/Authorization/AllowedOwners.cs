namespace DroneDelivery.ServiceDefaults.Authorization;

/// <summary>The owners whose data a caller may read and change: those listed, or all.</summary>
/// <param name="Text">
/// Ids in ordinal order, separated by commas, <c>*</c> for all, or <c>-</c> for none; the format of headers and of the key
/// database.
/// </param>
public sealed record AllowedOwners(string Text)
{
    public const string AllText = "*";

    // Not empty: an empty header may be lost on its way, and without the header all owners are allowed.
    private const string NoneText = "-";

    /// <summary>The list is sent with every request to a backend.</summary>
    public const int MaxCount = 50;

    public static AllowedOwners All { get; } = new(AllText);

    public static AllowedOwners None { get; } = new(NoneText);

    public bool AreAll => Text == AllText;

    /// <summary>The owner, if there is exactly one.</summary>
    public string? Single => AreAll || this == None || Text.Contains(',') ? null : Text;

    /// <returns>Null if an id is not valid, or there are more than <see cref="MaxCount"/>.</returns>
    public static AllowedOwners? Parse(IReadOnlyList<string> ids) =>
        ids is [AllText] ? All
        : ids.Count == 0 ? None
        : ids.Count <= MaxCount && ids.All(id => OwnerIdFormat.IsValid(id))
            ? new(string.Join(',', ids.Distinct().Order(StringComparer.Ordinal)))
        : null;

    public bool Include(ReadOnlySpan<char> ownerId)
    {
        if (AreAll)
        {
            return true;
        }

        if (!OwnerIdFormat.IsValid(ownerId))
        {
            return false;
        }

        var ids = Text.AsSpan();
        foreach (var range in ids.Split(','))
        {
            if (ids[range].SequenceEqual(ownerId))
            {
                return true;
            }
        }

        return false;
    }

    public string[] Split() => this == None ? [] : Text.Split(',');
}
