using System.Buffers;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows that a program makes of one document after another.</summary>
/// <param name="row">Holds each document in turn.</param>
internal sealed class DocumentRows(QueryProgram program, Row row)
{
    private readonly ArrayBufferWriter<byte> _json = new();

    /// <summary>The rows of a document that pass the filter, each good until the next one.</summary>
    public IEnumerable<Row> Read(StoredDocument document)
    {
        _json.ResetWrittenCount();
        document.WriteTo(_json);
        using var reader = new DocumentRowReader(row);
        foreach (var each in program.Rows(reader.Read(_json.WrittenMemory)))
        {
            yield return each;
        }
    }
}
