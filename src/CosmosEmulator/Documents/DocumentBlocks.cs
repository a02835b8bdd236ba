using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Where a document lies in a block. The default is no place.</summary>
/// <param name="Block">The number of the block, from 1 on.</param>
internal readonly record struct DocumentPlace(int Block, int Offset)
{
    public bool IsNone => Block == 0;
}

/// <summary>
/// Documents one after another in large arrays, so that none needs an object of its own. What is written never changes: readers
/// need no lock. The lock of the store guards the rest.
/// </summary>
internal sealed class DocumentBlocks
{
    private const int FirstBlockBytes = 4 * 1024;
    private const int MaxBlockBytes = 256 * 1024;

    // A record: slot, length, length of the name, name, members.
    private const int LengthAt = sizeof(int);
    private const int NameLengthAt = LengthAt + sizeof(int);
    private const int NameAt = NameLengthAt + sizeof(ushort);

    // The first is not used: it is no place.
    private readonly List<Block> _blocks = [new Block { Bytes = [] }];
    private readonly Stack<int> _unused = [];

    // Blocks to which no record is added any more, and whose records are mostly removed.
    private readonly Stack<int> _halfEmpty = [];

    /// <summary>The block that records are added to.</summary>
    private int _current;

    /// <param name="slot">The slot of the document.</param>
    /// <param name="name">As <see cref="DocumentKey.WriteName"/> writes it.</param>
    /// <param name="members">The members of the document, without the braces around them.</param>
    public DocumentPlace Add(int slot, ReadOnlySpan<byte> name, ReadOnlySpan<byte> members)
    {
        var start = NameAt + name.Length;
        var record = Reserve(start + members.Length + 2, out var place);
        BinaryPrimitives.WriteInt32LittleEndian(record, slot);
        BinaryPrimitives.WriteInt32LittleEndian(record[LengthAt..], record.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(record[NameLengthAt..], (ushort)name.Length);
        name.CopyTo(record[NameAt..]);
        record[start] = (byte)'{';
        members.CopyTo(record[(start + 1)..]);
        record[^1] = (byte)',';
        return place;
    }

    /// <summary>The name of a document, and its JSON up to the comma after the client's last member.</summary>
    public (ReadOnlyMemory<byte> Name, ReadOnlyMemory<byte> Members) Read(DocumentPlace place)
    {
        var record = _blocks[place.Block].Bytes.AsMemory(place.Offset, LengthOf(place));
        var end = NameAt + BinaryPrimitives.ReadUInt16LittleEndian(record.Span[NameLengthAt..]);
        return (record[NameAt..end], record[end..]);
    }

    /// <summary>Forgets a record.</summary>
    public void Remove(DocumentPlace place)
    {
        ref var block = ref CollectionsMarshal.AsSpan(_blocks)[place.Block];
        var wasHalfEmpty = block.IsHalfEmpty;
        block.Live -= LengthOf(place);
        if (place.Block != _current && block.IsHalfEmpty && !wasHalfEmpty)
        {
            _halfEmpty.Push(place.Block);
        }
    }

    /// <summary>Returns a block that is half empty: its records are to be copied, and then it can be dropped.</summary>
    public bool TryTakeHalfEmpty(out int block) => _halfEmpty.TryPop(out block);

    /// <summary>All records of a block with their slots, those that were removed among them.</summary>
    public IEnumerable<(int Slot, DocumentPlace Place)> Records(int number)
    {
        var block = _blocks[number];
        for (var offset = 0; offset < block.Used;)
        {
            var slot = BinaryPrimitives.ReadInt32LittleEndian(block.Bytes.AsSpan(offset));
            var length = BinaryPrimitives.ReadInt32LittleEndian(block.Bytes.AsSpan(offset + LengthAt));
            yield return (slot, new DocumentPlace(number, offset));
            offset += length;
        }
    }

    /// <summary>Copies a record to the current block.</summary>
    public DocumentPlace Copy(DocumentPlace place)
    {
        var record = _blocks[place.Block].Bytes.AsSpan(place.Offset, LengthOf(place));
        record.CopyTo(Reserve(record.Length, out var copy));
        return copy;
    }

    /// <summary>Leaves a block, all of whose documents have moved, to the garbage collector.</summary>
    public void Drop(int number)
    {
        _blocks[number] = default;
        _unused.Push(number);
    }

    private Span<byte> Reserve(int length, out DocumentPlace place)
    {
        var number = _current;
        if (_blocks[number].Bytes.Length - _blocks[number].Used < length)
        {
            number = AddBlock(length);
        }

        ref var block = ref CollectionsMarshal.AsSpan(_blocks)[number];
        place = new DocumentPlace(number, block.Used);
        block.Used += length;
        block.Live += length;
        return block.Bytes.AsSpan(place.Offset, length);
    }

    private int AddBlock(int length)
    {
        var size = Math.Max(length, Math.Clamp(2 * _blocks[_current].Bytes.Length, FirstBlockBytes, MaxBlockBytes));
        var block = new Block { Bytes = GC.AllocateUninitializedArray<byte>(size) };
        if (!_unused.TryPop(out var number))
        {
            number = _blocks.Count;
            _blocks.Add(default);
        }

        _blocks[number] = block;

        // A document that is longer than a block has one of its own.
        if (length < MaxBlockBytes)
        {
            if (_current != 0 && _blocks[_current].IsHalfEmpty)
            {
                _halfEmpty.Push(_current);
            }

            _current = number;
        }

        return number;
    }

    private int LengthOf(DocumentPlace place) =>
        BinaryPrimitives.ReadInt32LittleEndian(_blocks[place.Block].Bytes.AsSpan(place.Offset + LengthAt));

    private struct Block
    {
        public byte[] Bytes;

        /// <summary>The bytes of all records.</summary>
        public int Used;

        /// <summary>The bytes of the records that were not removed.</summary>
        public int Live;

        public readonly bool IsHalfEmpty => Live <= Bytes.Length / 2;
    }
}
