using System.Buffers;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rules for ids: of an item, and of a database or a container.</summary>
internal static class DocumentId
{
    /// <summary>Of an item's id in UTF-8.</summary>
    public const int MaxItemBytes = 1023;

    private const int MaxNameCharacters = 255;
    private static readonly SearchValues<char> ForbiddenInNames = SearchValues.Create("/\\?#");

    /// <summary>
    /// Null if an item may have the id. The service accepts ids that its clients cannot read in Gateway mode, such as a/b.
    /// </summary>
    public static string? FindFault(string? id) => FindMissing(id)
        ?? (id!.Contains('\\') ? $"The id '{id}' contains the character \\, which an item's id must not."
            : Encoding.UTF8.GetByteCount(id) is > MaxItemBytes and var bytes
                ? $"The id has {bytes} bytes in UTF-8; {MaxItemBytes} are allowed."
            : null);

    /// <summary>Null if a database or a container may have the id.</summary>
    public static string? FindNameFault(string? id) => FindMissing(id)
        ?? (id.AsSpan().ContainsAny(ForbiddenInNames)
                ? $"The id '{id}' contains one of the characters / \\ ? #, which the id of a database or a container must not."
            : id!.Length > MaxNameCharacters ? $"The id has {id.Length} characters; {MaxNameCharacters} are allowed."
            : null);

    private static string? FindMissing(string? id) => string.IsNullOrEmpty(id)
        ? "The input content is invalid because the required properties - 'id; ' - are missing."
        : null;
}
