using System.Buffers;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows of one page while they are gathered, and what they took. Whole documents are not copied.</summary>
internal sealed class DocumentPage(QueryProgram? projection, long afterNumber)
{
    private readonly List<ReadOnlyMemory<byte>> _documents = [];
    private readonly List<Range> _projected = [];
    private readonly ArrayBufferWriter<byte>? _buffer = projection is null ? null : new ArrayBufferWriter<byte>();

    public int Count => _documents.Count + _projected.Count;

    public long LoadedCount { get; private set; }

    public long LoadedBytes { get; private set; }

    public long ReturnedBytes { get; private set; }

    /// <summary>The last document that was looked at: the next page starts after it.</summary>
    public long LastNumber { get; private set; } = afterNumber;

    public bool HasMore { get; set; }

    public void Pass(StoredDocument document) => LastNumber = document.Number;

    public void Load(StoredDocument document)
    {
        LastNumber = document.Number;
        LoadedCount++;
        LoadedBytes += document.Body.Length;
    }

    public void Add(StoredDocument document)
    {
        if (projection is null)
        {
            _documents.Add(document.Body);
            ReturnedBytes += document.Body.Length;
            return;
        }

        var start = _buffer!.WrittenCount;
        using var writer = new Utf8JsonWriter(_buffer);
        if (projection.TryProject(document.Body, writer))
        {
            writer.Flush();
            _projected.Add(start.._buffer.WrittenCount);
            ReturnedBytes += _buffer.WrittenCount - start;
        }
    }

    public IReadOnlyList<ReadOnlyMemory<byte>> Rows() =>
        _buffer is null ? _documents : _projected.ConvertAll(range => _buffer.WrittenMemory[range]);
}
