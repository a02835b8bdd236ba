using System.Globalization;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Gives a container's documents their numbers and their system properties. One for all partitions of the container.
/// </summary>
internal sealed class DocumentStamp(byte[] containerRid, string containerLink, TimeProvider time)
{
    private readonly string _documentsLink = containerLink + "docs/";
    private long _lastNumber;

    /// <summary>Called under a partition's lock, so that each partition's numbers ascend.</summary>
    public long NextNumber() => Interlocked.Increment(ref _lastNumber);

    public StoredDocument Stamp(DocumentDraft draft, long number, long lsn)
    {
        // Number and write together never come twice in a container.
        var etag = string.Create(CultureInfo.InvariantCulture, $"{lsn:x8}-0000-0000-0000-{number:x12}");
        var rid = ResourceIds.Document(containerRid, number);
        var body = SystemProperties.Append(draft.Members.Span, _documentsLink, rid, etag, time.GetUtcNow().ToUnixTimeSeconds());
        return new StoredDocument(number, draft.Id, draft.Key, $"\"{etag}\"", body);
    }
}
