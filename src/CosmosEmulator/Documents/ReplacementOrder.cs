using System.Runtime.InteropServices;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A document that was replaced since its creation. 12 bytes.</summary>
/// <param name="Sequence">The number of its last write.</param>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal readonly record struct Replacement(long Sequence, int Slot);

/// <summary>
/// The documents that were replaced, in the order of their last writes. Entries lie in blocks. A block of which most entries
/// were removed is compacted, so that a document takes at most 24 bytes, and no write moves more than two blocks.
/// </summary>
internal sealed class ReplacementOrder
{
    private const int MaxEntries = 1024;
    private readonly List<Block> _blocks = [];

    /// <param name="sequence">Above all others.</param>
    public void Add(long sequence, int slot)
    {
        if (_blocks.Count == 0 || _blocks[^1].Count == MaxEntries)
        {
            _blocks.Add(new Block());
        }

        _blocks[^1].Add(new Replacement(sequence, slot));
    }

    /// <summary>Removes the entry with a number, which is there.</summary>
    public void Remove(long sequence)
    {
        var number = FindBlock(sequence);
        _blocks[number].Remove(sequence);
        if (_blocks[number].IsHalfEmpty)
        {
            _blocks[number].Compact();
            MergeWithNext(number);
            MergeWithNext(number - 1);
        }
    }

    /// <summary>The entries after a number, in order. They are read before the next change.</summary>
    public IEnumerable<Replacement> ReadAfter(long sequence)
    {
        for (var number = FindBlock(sequence); number < _blocks.Count; number++)
        {
            var block = _blocks[number];
            for (var index = block.FindFirstAfter(sequence); index < block.Count; index++)
            {
                if (block.At(index) is { } entry)
                {
                    yield return entry;
                }
            }
        }
    }

    /// <summary>The number of entries after a number.</summary>
    public int CountAfter(long sequence)
    {
        if (_blocks.Count == 0)
        {
            return 0;
        }

        var number = FindBlock(sequence);
        return _blocks[number].CountAfter(sequence) + _blocks.Skip(number + 1).Sum(block => block.LiveCount);
    }

    /// <summary>The last block that does not begin above the number; 0 if there is none.</summary>
    private int FindBlock(long sequence)
    {
        var (low, high) = (0, _blocks.Count - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = _blocks[middle].FirstSequence <= sequence ? (middle, high) : (low, middle - 1);
        }

        return low;
    }

    // An empty block fits into any other, so only the last one left can be empty.
    private void MergeWithNext(int number)
    {
        if (number >= 0 && number + 1 < _blocks.Count && _blocks[number].Count + _blocks[number + 1].Count <= MaxEntries)
        {
            _blocks[number].Append(_blocks[number + 1]);
            _blocks.RemoveAt(number + 1);
        }
    }

    /// <summary>Entries in ascending order. A removed one keeps its place until the block is compacted.</summary>
    private sealed class Block
    {
        private const int FirstCapacity = 16;
        private const int Removed = -1;

        private Replacement[] _entries = new Replacement[FirstCapacity];

        /// <summary>Removed entries included.</summary>
        public int Count { get; private set; }

        public int LiveCount { get; private set; }

        public bool IsHalfEmpty => 2 * LiveCount < Count;

        public long FirstSequence => _entries[0].Sequence;

        /// <summary>Null for a removed entry.</summary>
        public Replacement? At(int index) => _entries[index].Slot == Removed ? null : _entries[index];

        public void Add(Replacement entry)
        {
            if (Count == _entries.Length)
            {
                Array.Resize(ref _entries, Math.Min(2 * Count, MaxEntries));
            }

            _entries[Count++] = entry;
            LiveCount++;
        }

        public void Remove(long sequence)
        {
            _entries[FindFirstAfter(sequence - 1)] = new Replacement(sequence, Removed);
            LiveCount--;
        }

        /// <summary>The index of the first entry above a number.</summary>
        public int FindFirstAfter(long sequence)
        {
            var (low, high) = (0, Count);
            while (low < high)
            {
                var middle = (low + high) / 2;
                (low, high) = _entries[middle].Sequence > sequence ? (low, middle) : (middle + 1, high);
            }

            return low;
        }

        /// <summary>The number of entries above a number that are not removed.</summary>
        public int CountAfter(long sequence)
        {
            var count = 0;
            foreach (var entry in _entries.AsSpan(0, Count)[FindFirstAfter(sequence)..])
            {
                count += entry.Slot == Removed ? 0 : 1;
            }

            return count;
        }

        public void Compact()
        {
            var count = 0;
            foreach (var entry in _entries.AsSpan(0, Count))
            {
                if (entry.Slot != Removed)
                {
                    _entries[count++] = entry;
                }
            }

            Count = count;
            if (_entries.Length > FirstCapacity)
            {
                Array.Resize(ref _entries, Math.Max(Count, FirstCapacity));
            }
        }

        public void Append(Block next)
        {
            if (_entries.Length < Count + next.Count)
            {
                Array.Resize(ref _entries, Count + next.Count);
            }

            next._entries.AsSpan(0, next.Count).CopyTo(_entries.AsSpan(Count));
            Count += next.Count;
            LiveCount += next.LiveCount;
        }
    }
}
