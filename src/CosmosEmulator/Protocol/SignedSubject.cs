namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>
/// The parts of a path that a client signs: an odd number of segments is a feed (type last), an even number one resource.
/// </summary>
internal readonly record struct SignedSubject(string Type, string Link, string? Rid)
{
    public static SignedSubject FromPath(string path)
    {
        var text = path.Trim('/');
        if (text.Length == 0)
        {
            return new SignedSubject("", "", null);
        }

        var segments = text.Split('/');
        if (ResourcePath.HasSlashInItem(segments))
        {
            return new SignedSubject(segments[4], text, null);
        }

        // An operation on a container, such as operations/partitionkeydelete, is signed as a request to the container.
        if (segments is [_, _, var containers, var container, "operations", _])
        {
            return new SignedSubject(containers, string.Join('/', segments[..4]), container.ToLowerInvariant());
        }

        if (segments.Length % 2 == 0)
        {
            return new SignedSubject(segments[^2], text, segments[^1].ToLowerInvariant());
        }

        var owner = segments.Length == 1 ? "" : text[..^(segments[^1].Length + 1)];
        return new SignedSubject(segments[^1], owner, segments.Length == 1 ? null : segments[^2].ToLowerInvariant());
    }
}
