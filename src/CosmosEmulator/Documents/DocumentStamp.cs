using System.Buffers.Text;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Gives a container's writes their sequence numbers, and its documents their system properties. One for all partitions.
/// </summary>
internal sealed class DocumentStamp
{
    private const int SequenceDigits = 12;

    private readonly byte[] _containerRid;
    private readonly TimeProvider _time;
    private readonly string _etagStart;

    // What is between the values of the system properties.
    private readonly byte[] _beforeRid = "\"_rid\":\""u8.ToArray();
    private readonly byte[] _beforeSelf;
    private readonly byte[] _beforeETag;
    private readonly byte[] _beforeSeconds = "\\\"\",\"_attachments\":\"attachments/\",\"_ts\":"u8.ToArray();
    private readonly int _lengthWithoutSeconds;
    private long _sequence;

    /// <param name="keyLevels">The number of paths of the container's partition key.</param>
    public DocumentStamp(byte[] containerRid, string containerLink, TimeProvider time, int keyLevels = 1)
    {
        (_containerRid, _time) = (containerRid, time);
        KeySuffixBytes = (keyLevels - 1) * EffectivePartitionKey.LevelBytes;
        var now = time.GetUtcNow();
        Epoch = now.ToUnixTimeMilliseconds();

        // The time and a random number: after a restart the sequence begins again, and no ETag may come back.
        _etagStart = string.Create(
            CultureInfo.InvariantCulture,
            $"{now.ToUnixTimeSeconds():x8}-{RandomNumberGenerator.GetInt32(ushort.MaxValue + 1):x4}-0000-0000-");
        _beforeSelf = Encoding.UTF8.GetBytes($"\",\"_self\":\"{containerLink}docs/");
        _beforeETag = Encoding.UTF8.GetBytes($"/\",\"_etag\":\"\\\"{_etagStart}");
        _lengthWithoutSeconds = _beforeRid.Length + _beforeSelf.Length + _beforeETag.Length + _beforeSeconds.Length
            + (2 * ResourceIds.DocumentCharacters) + SequenceDigits + 1;
    }

    /// <summary>Greater after each restart: the time of the start in milliseconds.</summary>
    public long Epoch { get; }

    /// <summary>The time in seconds of the Unix clock.</summary>
    public long Now => _time.GetUtcNow().ToUnixTimeSeconds();

    /// <summary>The bytes of a document's name in front of its id: 0 for partition keys of one level.</summary>
    public int KeySuffixBytes { get; }

    /// <summary>
    /// Takes the numbers of writes that are made together, which follow each other. Called under the lock of a partition, so that
    /// the numbers of each partition ascend.
    /// </summary>
    /// <returns>The version of a document that the first of them creates.</returns>
    public DocumentVersion TakeNumbers(int count)
    {
        var first = Interlocked.Add(ref _sequence, count) - count + 1;
        return new(first, first, (uint)Now);
    }

    /// <summary>The version of a write that is not made: it uses no number.</summary>
    /// <param name="number">The number of the document; null for one that is created.</param>
    public DocumentVersion Preview(long? number) => new(number ?? 0, Sequence: 0, (uint)Now);

    /// <summary>With its quotes.</summary>
    public string ETagOf(long sequence) => string.Create(CultureInfo.InvariantCulture, $"\"{_etagStart}{sequence:x12}\"");

    /// <summary>The bytes that <see cref="Write"/> writes.</summary>
    public int LengthOf(DocumentVersion version) => _lengthWithoutSeconds + CountDigits(version.Seconds);

    /// <summary>Writes the system properties of a document and the brace that closes it.</summary>
    public void Write(DocumentVersion version, Span<byte> json)
    {
        Span<byte> rid = stackalloc byte[ResourceIds.DocumentCharacters];
        ResourceIds.WriteDocument(_containerRid, version.Number, rid);
        Append(_beforeRid, ref json);
        Append(rid, ref json);
        Append(_beforeSelf, ref json);
        Append(rid, ref json);
        Append(_beforeETag, ref json);
        Utf8Formatter.TryFormat(version.Sequence, json, out var digits, new('x', SequenceDigits));
        json = json[digits..];
        Append(_beforeSeconds, ref json);
        Utf8Formatter.TryFormat(version.Seconds, json, out digits);
        json[digits] = (byte)'}';
    }

    private static void Append(scoped ReadOnlySpan<byte> part, ref Span<byte> json)
    {
        part.CopyTo(json);
        json = json[part.Length..];
    }

    private static int CountDigits(long seconds)
    {
        var digits = 1;
        for (var rest = seconds; rest >= 10; rest /= 10)
        {
            digits++;
        }

        return digits;
    }
}
