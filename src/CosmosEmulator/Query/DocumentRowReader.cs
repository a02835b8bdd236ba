using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>Puts one document after another into a row. The memory of the last one goes back to a pool when it is disposed.</summary>
internal sealed class DocumentRowReader(Row row) : IDisposable
{
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = JsonDepth.Max };

    private JsonDocument? _document;

    /// <summary>The row, good until the next document is read.</summary>
    public Row Read(ReadOnlyMemory<byte> json)
    {
        _document?.Dispose();
        _document = JsonDocument.Parse(json, Options);
        row[Row.Document] = CosmosValue.From(_document.RootElement);
        return row;
    }

    public void Dispose() => _document?.Dispose();
}
