using System.Buffers;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>JSON in UTF-8 that is copied only when it is written.</summary>
internal interface IJsonText
{
    /// <summary>The number of bytes.</summary>
    int Length { get; }

    void WriteTo(IBufferWriter<byte> writer);
}

/// <summary>JSON that lies in memory.</summary>
internal readonly record struct JsonText(ReadOnlyMemory<byte> Bytes) : IJsonText
{
    public int Length => Bytes.Length;

    public void WriteTo(IBufferWriter<byte> writer) => writer.Write(Bytes.Span);
}
