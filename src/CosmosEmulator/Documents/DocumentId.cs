using System.Buffers;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>What an id may be, of a document and of a database or container.</summary>
internal static class DocumentId
{
    private const int LongestId = 255;
    private static readonly SearchValues<char> Forbidden = SearchValues.Create("/\\?#");

    public static string? FindFault(string? id)
    {
        if (string.IsNullOrEmpty(id))
        {
            return "The input content is invalid because the required properties - 'id; ' - are missing.";
        }

        if (id.AsSpan().ContainsAny(Forbidden))
        {
            return $"The id '{id}' holds one of the characters / \\ ? #, which an id may not.";
        }

        return id.Length > LongestId ? $"The id has {id.Length} characters; {LongestId} are allowed." : null;
    }
}
