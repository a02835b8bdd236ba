using System.Buffers;
using System.Buffers.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// A document in the change feed. Its JSON also has a number, <c>_lsn</c>, which ascends with its last writes: those that were made
/// together have one.
/// </summary>
internal readonly struct ChangedDocument(StoredDocument document) : IJsonText
{
    /// <summary>Of the largest number.</summary>
    private const int MaxDigits = 19;

    private static ReadOnlySpan<byte> BeforeSequence => ",\"_lsn\":"u8;

    public StoredDocument Document => document;

    public int Length => document.Length + BeforeSequence.Length + FormatSequence(stackalloc byte[MaxDigits]).Length;

    public void WriteTo(IBufferWriter<byte> writer)
    {
        var sequence = FormatSequence(stackalloc byte[MaxDigits]);
        var length = document.Length + BeforeSequence.Length + sequence.Length;
        var json = writer.GetSpan(length)[..length];
        document.WriteTo(json);

        // In the place of the brace at the end.
        BeforeSequence.CopyTo(json[(document.Length - 1)..]);
        sequence.CopyTo(json[(document.Length - 1 + BeforeSequence.Length)..]);
        json[^1] = (byte)'}';
        writer.Advance(length);
    }

    private ReadOnlySpan<byte> FormatSequence(Span<byte> digits)
    {
        Utf8Formatter.TryFormat(document.Version.FirstSequence, digits, out var count);
        return digits[..count];
    }
}
