using System.Buffers;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows that a program makes of one document after another.</summary>
internal sealed class DocumentRows(QueryProgram program, TimeProvider time)
{
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly Row _row = program.CreateRow(time);

    /// <summary>The rows of a document that pass the filter, each good until the next one.</summary>
    public IEnumerable<Row> Read(StoredDocument document)
    {
        _json.ResetWrittenCount();
        document.WriteTo(_json);
        using var reader = new DocumentRowReader(_row);
        foreach (var row in program.Rows(reader.Read(_json.WrittenMemory)))
        {
            yield return row;
        }
    }
}
