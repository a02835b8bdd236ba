using System.Buffers;
using System.Text;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>A page of rows, written as {"_rid":…,"Documents":[…],"_count":n}.</summary>
internal abstract class ResourceFeed
{
    public abstract int Count { get; }

    public abstract long ByteCount { get; }

    public static ResourceFeed Create<TRow>(string ownerRid, string name, IReadOnlyList<TRow> rows)
        where TRow : struct, IJsonText => new Feed<TRow>(ownerRid, name, rows);

    public abstract void WriteTo(IBufferWriter<byte> writer);

    private sealed class Feed<TRow>(string ownerRid, string name, IReadOnlyList<TRow> rows) : ResourceFeed
        where TRow : struct, IJsonText
    {
        private readonly byte[] _head = Encoding.UTF8.GetBytes($"{{\"_rid\":\"{ownerRid}\",\"{name}\":[");
        private readonly byte[] _tail = Encoding.UTF8.GetBytes($"],\"_count\":{rows.Count}}}");

        public override int Count => rows.Count;

        public override long ByteCount
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

        public override void WriteTo(IBufferWriter<byte> writer)
        {
            writer.Write(_head);
            for (var i = 0; i < rows.Count; i++)
            {
                writer.Write(i > 0 ? ","u8 : ""u8);
                rows[i].WriteTo(writer);
            }

            writer.Write(_tail);
        }
    }
}
