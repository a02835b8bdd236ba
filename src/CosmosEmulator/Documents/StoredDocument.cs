using System.Buffers;
using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The numbers that a write gives to a document.</summary>
/// <param name="Number">Its place in RID order: the sequence number of its creation, the same for the document's whole life.</param>
/// <param name="Sequence">The number of the write.</param>
/// <param name="Seconds">The time of the write, in seconds of the Unix clock, until the year 2106.</param>
/// <param name="BatchIndex">Its place among the writes that were made together; 0 for a single one.</param>
internal readonly record struct DocumentVersion(long Number, long Sequence, uint Seconds, byte BatchIndex = 0)
{
    /// <summary>The number of the first of the writes that were made together.</summary>
    public long FirstSequence => Sequence - BatchIndex;
}

/// <summary>A document as it stands in storage. It never changes: a write puts another in its place.</summary>
/// <param name="keyHash">The hash of the first level of its partition key.</param>
/// <param name="name">As <see cref="DocumentKey.WriteName"/> writes it.</param>
internal readonly struct StoredDocument(
    DocumentStamp? stamp, DocumentVersion version, UInt128 keyHash, ReadOnlyMemory<byte> name, ReadOnlyMemory<byte> members)
    : IJsonText
{
    /// <summary>Complete JSON, which no system properties are added to.</summary>
    public static StoredDocument FromJson(long number, ReadOnlyMemory<byte> json) =>
        new(null, new DocumentVersion(number, Sequence: 0, Seconds: 0), default, default, json);

    public long Number => version.Number;

    public DocumentVersion Version => version;

    /// <summary>The hash of its partition key.</summary>
    public EffectivePartitionKey Key => SuffixBytes == 0
        ? new(keyHash)
        : new(keyHash, new EpkSuffix(EffectivePartitionKey.Read(name.Span[..SuffixBytes])));

    /// <summary>The hash of the first level of its partition key.</summary>
    public UInt128 KeyHash => keyHash;

    /// <summary>Unique among the documents with its partition key.</summary>
    public string Id => Encoding.UTF8.GetString(name.Span[SuffixBytes..]);

    /// <summary>With its quotes.</summary>
    public string ETag => stamp!.ETagOf(version.Sequence);

    public DocumentKey DocumentKey => new(Key, Id);

    /// <summary>As <see cref="DocumentKey.WriteName"/> writes it.</summary>
    public ReadOnlySpan<byte> Name => name.Span;

    /// <summary>JSON in UTF-8 up to the comma after the client's last member.</summary>
    public ReadOnlySpan<byte> Members => members.Span;

    /// <summary>The client's members alone.</summary>
    public ReadOnlySpan<byte> OwnMembers => members.Span[1..^1];

    /// <summary>The bytes of its JSON, system properties included: what a read returns.</summary>
    public int Length => members.Length + (stamp?.LengthOf(version) ?? 0);

    /// <summary>The bytes of the name in front of the id.</summary>
    private int SuffixBytes => stamp?.KeySuffixBytes ?? 0;

    /// <summary>Writes its JSON, system properties included.</summary>
    public void WriteTo(IBufferWriter<byte> writer)
    {
        var length = Length;
        WriteTo(writer.GetSpan(length)[..length]);
        writer.Advance(length);
    }

    /// <summary>Writes its JSON to the start of a span that it fits into.</summary>
    public void WriteTo(Span<byte> json)
    {
        members.Span.CopyTo(json);
        stamp?.Write(version, json[members.Length..]);
    }
}
