using System.Buffers;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The JSON of the results of rows, one after another in one buffer.</summary>
internal sealed class ProjectedRows(QueryProgram program)
{
    private readonly List<Range> _rows = [];
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public int Count => _rows.Count;

    public long Bytes { get; private set; }

    /// <summary>Adds the result of a row; false if it has none.</summary>
    public bool TryAdd(Row row)
    {
        var start = _buffer.WrittenCount;
        using var writer = new Utf8JsonWriter(_buffer);
        if (!program.TryProject(row, writer))
        {
            return false;
        }

        writer.Flush();
        Finish(start);
        return true;
    }

    /// <summary>Adds a result that JSON can write.</summary>
    public void Add(in CosmosValue result)
    {
        var start = _buffer.WrittenCount;
        using (var writer = new Utf8JsonWriter(_buffer))
        {
            SqlJson.Write(writer, result);
        }

        Finish(start);
    }

    /// <summary>Adds a result that was written before.</summary>
    public void Add(ReadOnlySpan<byte> json)
    {
        var start = _buffer.WrittenCount;
        _buffer.Write(json);
        Finish(start);
    }

    /// <summary>Removes the result that was added last.</summary>
    public void RemoveLast()
    {
        var (_, length) = _rows[^1].GetOffsetAndLength(_buffer.WrittenCount);
        _rows.RemoveAt(_rows.Count - 1);
        Bytes -= length;
    }

    public ResourceFeed ToFeed(string ownerRid, string name) =>
        ResourceFeed.Create(ownerRid, name, _rows.ConvertAll(range => new JsonText(_buffer.WrittenMemory[range])));

    private void Finish(int start)
    {
        _rows.Add(start.._buffer.WrittenCount);
        Bytes += _buffer.WrittenCount - start;
    }
}
