namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>What a request's path names.</summary>
internal enum ResourceKind
{
    Unknown,
    Account,
    Databases,
    Database,
    Containers,
    Container,
    PartitionKeyRanges,
    Documents,
    Document,

    /// <summary>An item with a slash in its id: it is stored, but no path leads to it.</summary>
    UnreachableDocument,
    Offers,
    Offer,

    /// <summary>The list of resources of a kind that cannot be created here, such as the stored procedures of a container.</summary>
    EmptyFeed,

    /// <summary>Where a client in Direct mode looks for the servers of a partition.</summary>
    Addresses,
}

/// <summary>
/// A path such as /dbs/d/colls/c/docs/i, taken apart. Names are decoded; a RID may stand for the name of a database or container.
/// </summary>
internal readonly record struct ResourcePath(ResourceKind Kind, string Text, string Database, string Container, string Item)
{
    public static ResourcePath Parse(string path)
    {
        var text = path.AsSpan().Trim('/');
        Span<Range> parts = stackalloc Range[8];
        var count = text.IsEmpty ? 0 : text.Split(parts, '/');

        var kind = KindOf(text, parts[..count]);
        return kind switch
        {
            ResourceKind.Unknown or ResourceKind.Account or ResourceKind.Databases or ResourceKind.Offers
                or ResourceKind.Addresses =>
                new ResourcePath(kind, path, "", "", ""),
            ResourceKind.Offer => new ResourcePath(kind, path, "", "", text[parts[1]].ToString()),
            _ => new ResourcePath(
                kind, path, text[parts[1]].ToString(), PartAt(text, parts[..count], 3), PartAt(text, parts[..count], 5)),
        };
    }

    /// <summary>
    /// Whether a request of this method manages the account instead of its data: it creates, changes or deletes a database or a
    /// container, or it reads or changes throughput.
    /// </summary>
    public bool IsManagement(string method) => Kind switch
    {
        ResourceKind.Offers or ResourceKind.Offer => true,
        ResourceKind.Databases or ResourceKind.Database or ResourceKind.Containers or ResourceKind.Container => method != "GET",
        _ => false,
    };

    /// <summary>Whether a path goes on after an item, but not to the item's attachments.</summary>
    public static bool HasSlashInItem(string[] segments) =>
        segments is ["dbs", _, "colls", _, "docs", _, not "attachments", ..];

    private static string PartAt(ReadOnlySpan<char> text, ReadOnlySpan<Range> parts, int index) =>
        index < parts.Length ? text[parts[index]].ToString() : "";

    private static ResourceKind KindOf(ReadOnlySpan<char> text, ReadOnlySpan<Range> parts)
    {
        if (parts.Length == 0)
        {
            return ResourceKind.Account;
        }

        return text[parts[0]] switch
        {
            "dbs" when parts.Length == 1 => ResourceKind.Databases,
            "dbs" when parts.Length == 2 => ResourceKind.Database,
            "dbs" when text[parts[2]] is "colls" => KindInDatabase(text, parts),
            "dbs" when parts.Length == 3 && text[parts[2]] is "users" or "clientencryptionkeys" => ResourceKind.EmptyFeed,
            "offers" when parts.Length == 1 => ResourceKind.Offers,
            "offers" when parts.Length == 2 => ResourceKind.Offer,
            "addresses" when parts.Length == 1 => ResourceKind.Addresses,
            _ => ResourceKind.Unknown,
        };
    }

    private static ResourceKind KindInDatabase(ReadOnlySpan<char> text, ReadOnlySpan<Range> parts) => parts.Length switch
    {
        3 => ResourceKind.Containers,
        4 => ResourceKind.Container,
        5 when text[parts[4]] is "pkranges" => ResourceKind.PartitionKeyRanges,
        5 when text[parts[4]] is "docs" => ResourceKind.Documents,
        5 when text[parts[4]] is "sprocs" or "triggers" or "udfs" or "conflicts" => ResourceKind.EmptyFeed,
        6 when text[parts[4]] is "docs" => ResourceKind.Document,
        _ when HasSlashInItem(text.ToString().Split('/')) => ResourceKind.UnreachableDocument,
        _ => ResourceKind.Unknown,
    };
}
