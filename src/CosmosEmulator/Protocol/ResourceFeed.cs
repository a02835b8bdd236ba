using System.Buffers;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>A page of rows, written as {"_rid":…,"Documents":[…],"_count":n} by copying the rows' bytes.</summary>
internal sealed class ResourceFeed(string ownerRid, string name, IReadOnlyList<ReadOnlyMemory<byte>> rows)
{
    private readonly byte[] _head = Encoding.UTF8.GetBytes($"{{\"_rid\":\"{ownerRid}\",\"{name}\":[");
    private readonly byte[] _tail = Encoding.UTF8.GetBytes($"],\"_count\":{rows.Count}}}");

    public int Count => rows.Count;

    public long ByteCount
    {
        get
        {
            long count = _head.Length + _tail.Length + Math.Max(0, rows.Count - 1);
            for (var i = 0; i < rows.Count; i++)
            {
                count += rows[i].Length;
            }

            return count;
        }
    }

    public void WriteTo(IBufferWriter<byte> writer)
    {
        writer.Write(_head);
        for (var i = 0; i < rows.Count; i++)
        {
            writer.Write(i > 0 ? ","u8 : ""u8);
            writer.Write(rows[i].Span);
        }

        writer.Write(_tail);
    }
}
