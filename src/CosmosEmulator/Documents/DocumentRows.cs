using System.Buffers;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows that a program makes of one document after another.</summary>
internal sealed class DocumentRows(QueryProgram program, TimeProvider time)
{
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly RowReader _reader = new(program.CreateRow(time));

    /// <summary>The rows of a document that pass the filter, good until the next one is read.</summary>
    public IEnumerable<Row> Read(in StoredDocument document)
    {
        _json.ResetWrittenCount();
        document.WriteTo(_json);
        return program.Rows(_reader.Read(_json.WrittenMemory));
    }
}
