using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Patches;

/// <summary>A place in a document, as a JSON pointer (RFC 6901): /tags/0, with ~1 for a slash and ~0 for a tilde.</summary>
/// <param name="Text">As a request has it.</param>
/// <param name="Names">Names of members and indexes of items, from the document's root down; at least one.</param>
internal sealed record PatchPath(string Text, ImmutableArray<string> Names)
{
    public string LastName => Names[^1];

    /// <summary>Null for a text that is no such path, and for the path of the whole document.</summary>
    public static PatchPath? TryParse(string? text) => text?.StartsWith('/') == true && IsEscaped(text)
        ? new PatchPath(text, [.. text[1..].Split('/').Select(Unescape)])
        : null;

    /// <summary>Whether the place is the one with these names, or below it.</summary>
    public bool StartsWith(ReadOnlySpan<string> names) => Names.AsSpan().StartsWith(names);

    private static bool IsEscaped(string text)
    {
        for (var at = text.IndexOf('~'); at >= 0; at = text.IndexOf('~', at + 2))
        {
            if (at + 1 == text.Length || text[at + 1] is not ('0' or '1'))
            {
                return false;
            }
        }

        return true;
    }

    private static string Unescape(string name) =>
        name.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
}
