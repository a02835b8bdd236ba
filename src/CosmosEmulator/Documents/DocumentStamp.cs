using System.Globalization;
using System.Security.Cryptography;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Gives a container's writes their sequence numbers, and its documents their system properties. One for all partitions.
/// </summary>
internal sealed class DocumentStamp(byte[] containerRid, string containerLink, TimeProvider time)
{
    private readonly string _documentsLink = containerLink + "docs/";

    // The time and a random number: after a restart the sequence begins again, and no ETag may come back.
    private readonly string _etagStart = string.Create(
        CultureInfo.InvariantCulture,
        $"{time.GetUtcNow().ToUnixTimeSeconds():x8}-{RandomNumberGenerator.GetInt32(ushort.MaxValue + 1):x4}-0000-0000");

    private long _sequence;

    /// <summary>Greater after each restart: the time of the start in milliseconds.</summary>
    public long Epoch { get; } = time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <summary>Called under the lock of a partition, so that the numbers of each partition ascend.</summary>
    public long NextSequence() => Interlocked.Increment(ref _sequence);

    /// <param name="number">The document's place in RID order: the sequence number of its creation.</param>
    /// <param name="sequence">That of this write.</param>
    public StoredDocument Stamp(DocumentDraft draft, long number, long sequence)
    {
        var etag = string.Create(CultureInfo.InvariantCulture, $"{_etagStart}-{sequence:x12}");
        var rid = ResourceIds.Document(containerRid, number);
        var body = SystemProperties.Append(draft.Members.Span, _documentsLink, rid, etag, time.GetUtcNow().ToUnixTimeSeconds());
        return new StoredDocument(number, sequence, draft.Id, draft.Key, $"\"{etag}\"", body);
    }
}
