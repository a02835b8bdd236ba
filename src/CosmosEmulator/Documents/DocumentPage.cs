using System.Buffers;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows of one page while they are gathered, and what they took. Whole documents are not copied.</summary>
/// <param name="projection">Makes a row of a document; null if the row is the document.</param>
internal sealed class DocumentPage(QueryProgram? projection, long afterNumber)
{
    private readonly List<Range> _projected = [];
    private readonly ArrayBufferWriter<byte>? _buffer = projection is null ? null : new ArrayBufferWriter<byte>();

    /// <summary>The rows of a page without a projection.</summary>
    public List<StoredDocument> Documents { get; } = [];

    public int Count => Documents.Count + _projected.Count;

    public long LoadedCount { get; private set; }

    public long LoadedBytes { get; private set; }

    public long ReturnedBytes { get; private set; }

    /// <summary>The last document that was looked at: the next page starts after it.</summary>
    public long LastNumber { get; private set; } = afterNumber;

    public bool HasMore { get; set; }

    public void Pass(in StoredDocument document) => LastNumber = document.Number;

    public void Load(in StoredDocument document)
    {
        LastNumber = document.Number;
        LoadedCount++;
        LoadedBytes += document.Length;
    }

    /// <param name="json">The JSON of the document; empty if there is no projection.</param>
    public void Add(in StoredDocument document, ReadOnlyMemory<byte> json)
    {
        if (projection is null)
        {
            Documents.Add(document);
            ReturnedBytes += document.Length;
            return;
        }

        var start = _buffer!.WrittenCount;
        using var writer = new Utf8JsonWriter(_buffer);
        if (projection.TryProject(json, writer))
        {
            writer.Flush();
            _projected.Add(start.._buffer.WrittenCount);
            ReturnedBytes += _buffer.WrittenCount - start;
        }
    }

    public ResourceFeed ToFeed(string ownerRid)
    {
        const string Name = "Documents";
        return _buffer is null
            ? ResourceFeed.Create(ownerRid, Name, Documents)
            : ResourceFeed.Create(ownerRid, Name, _projected.ConvertAll(range => new JsonText(_buffer.WrittenMemory[range])));
    }
}
