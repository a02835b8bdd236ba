using System.Runtime.InteropServices;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Looks at a key and its slots in ascending order; false to see no more.</summary>
internal delegate bool KeyVisitor(ReadOnlySpan<byte> key, ReadOnlySpan<int> slots);

/// <summary>
/// Keys in the order of their bytes, each with the slots of the documents that have it, in ascending order. Keys lie in leaves of
/// at most <see cref="MaxKeys"/>; a list of the leaves is searched first. The lock of its owner guards it.
/// </summary>
internal sealed class OrderedIndex
{
    private const int MaxKeys = 128;
    private readonly List<Leaf> _leaves = [new Leaf()];

    /// <summary>The size of keys and slots, without the overhead of the collections.</summary>
    public long Bytes { get; private set; }

    /// <summary>The first key, valid until the next change; empty if there is none.</summary>
    public ReadOnlySpan<byte> FirstKey => _leaves[0].Count == 0 ? [] : _leaves[0].KeyAt(0);

    /// <summary>Adds a slot to a key; no effect if it is there.</summary>
    public void Add(ReadOnlySpan<byte> key, int slot)
    {
        var number = FindLeaf(key);
        var leaf = _leaves[number];
        if (leaf.Search(key) is >= 0 and var found)
        {
            Bytes += leaf.SlotsAt(found).Add(slot) ? sizeof(int) : 0;
            return;
        }

        if (leaf.Count == MaxKeys)
        {
            var upper = leaf.Split();
            _leaves.Insert(number + 1, upper);
            leaf = key.SequenceCompareTo(upper.KeyAt(0)) < 0 ? leaf : upper;
        }

        leaf.Insert(~leaf.Search(key), key, slot);
        Bytes += key.Length + sizeof(int);
    }

    /// <summary>Removes a slot from a key; no effect if it is not there.</summary>
    public void Remove(ReadOnlySpan<byte> key, int slot)
    {
        var number = FindLeaf(key);
        var leaf = _leaves[number];
        if (leaf.Search(key) is not (>= 0 and var found))
        {
            return;
        }

        ref var slots = ref leaf.SlotsAt(found);
        if (!slots.IsOnly(slot))
        {
            Bytes -= slots.TryRemove(slot) ? sizeof(int) : 0;
            return;
        }

        Bytes -= key.Length + sizeof(int);
        leaf.RemoveAt(found);
        if (leaf.Count == 0 && _leaves.Count > 1)
        {
            _leaves.RemoveAt(number);
        }
    }

    /// <summary>The slots of a key in ascending order, valid until the next change.</summary>
    public ReadOnlyMemory<int> Find(ReadOnlySpan<byte> key)
    {
        var leaf = _leaves[FindLeaf(key)];
        return leaf.Search(key) is >= 0 and var found ? leaf.SlotsAt(found).ToMemory() : ReadOnlyMemory<int>.Empty;
    }

    /// <summary>The slots of all keys between two, in no order.</summary>
    public List<int> Find(ReadOnlySpan<byte> min, bool isMinIncluded, ReadOnlySpan<byte> max, bool isMaxIncluded)
    {
        var slots = new List<int>();
        for (var number = FindLeaf(min); number < _leaves.Count; number++)
        {
            var leaf = _leaves[number];
            var start = leaf.Search(min);
            start = start < 0 ? ~start : isMinIncluded ? start : start + 1;
            var end = leaf.Search(max);
            end = end < 0 ? ~end : isMaxIncluded ? end + 1 : end;
            for (var index = start; index < end; index++)
            {
                slots.AddRange(leaf.SlotsAt(index).ToMemory().Span);
            }

            if (end < leaf.Count)
            {
                break;
            }
        }

        return slots;
    }

    /// <summary>
    /// Visits the keys from one on, in their order or against it, until the visitor returns false.
    /// </summary>
    /// <param name="from">The first key, if it is there; empty for the first of all.</param>
    public void Visit(ReadOnlySpan<byte> from, bool isDescending, KeyVisitor visit)
    {
        var number = !from.IsEmpty ? FindLeaf(from) : isDescending ? _leaves.Count - 1 : 0;
        var index = !from.IsEmpty ? _leaves[number].Search(from) : isDescending ? _leaves[number].Count - 1 : 0;

        // The place where a missing key belongs is that of the next one.
        index = index >= 0 || from.IsEmpty ? index : isDescending ? ~index - 1 : ~index;
        for (var step = isDescending ? -1 : 1; number >= 0 && number < _leaves.Count;)
        {
            var leaf = _leaves[number];
            for (; index >= 0 && index < leaf.Count; index += step)
            {
                if (!visit(leaf.KeyAt(index), leaf.SlotsAt(index).ToMemory().Span))
                {
                    return;
                }
            }

            number += step;
            index = isDescending && number >= 0 ? _leaves[number].Count - 1 : 0;
        }
    }

    /// <summary>The last leaf that does not begin above the key.</summary>
    private int FindLeaf(ReadOnlySpan<byte> key)
    {
        var (low, high) = (0, _leaves.Count - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = _leaves[middle].KeyAt(0).SequenceCompareTo(key) <= 0 ? (middle, high) : (low, middle - 1);
        }

        return low;
    }

    /// <summary>Up to <see cref="MaxKeys"/> keys, one after another in one array.</summary>
    private sealed class Leaf
    {
        private byte[] _keys = [];
        private readonly List<int> _ends = [];
        private readonly List<SlotSet> _slots = [];
        private int _used;

        public int Count => _ends.Count;

        public ReadOnlySpan<byte> KeyAt(int index) => _keys.AsSpan(StartOf(index).._ends[index]);

        public ref SlotSet SlotsAt(int index) => ref CollectionsMarshal.AsSpan(_slots)[index];

        /// <summary>The index of the key; if it is not there, the complement of where it belongs.</summary>
        public int Search(ReadOnlySpan<byte> key)
        {
            var (low, high) = (0, Count - 1);
            while (low <= high)
            {
                var middle = (low + high) / 2;
                var order = KeyAt(middle).SequenceCompareTo(key);
                if (order == 0)
                {
                    return middle;
                }

                (low, high) = order < 0 ? (middle + 1, high) : (low, middle - 1);
            }

            return ~low;
        }

        public void Insert(int index, ReadOnlySpan<byte> key, int slot)
        {
            var start = StartOf(index);
            if (_keys.Length < _used + key.Length)
            {
                Array.Resize(ref _keys, Math.Max(2 * _keys.Length, _used + key.Length));
            }

            _keys.AsSpan(start.._used).CopyTo(_keys.AsSpan(start + key.Length));
            key.CopyTo(_keys.AsSpan(start));
            _used += key.Length;
            _ends.Insert(index, start);
            Move(index, key.Length);
            _slots.Insert(index, new SlotSet(slot));
        }

        public void RemoveAt(int index)
        {
            var (start, end) = (StartOf(index), _ends[index]);
            _keys.AsSpan(end.._used).CopyTo(_keys.AsSpan(start));
            _used -= end - start;
            _ends.RemoveAt(index);
            Move(index, start - end);
            _slots.RemoveAt(index);
        }

        /// <summary>Moves the upper half of the keys to a new leaf.</summary>
        public Leaf Split()
        {
            var half = Count / 2;
            var start = StartOf(half);
            var upper = new Leaf { _keys = _keys[start.._used], _used = _used - start };
            upper._ends.AddRange(_ends.Skip(half).Select(end => end - start));
            upper._slots.AddRange(_slots.Skip(half));
            _ends.RemoveRange(half, Count - half);
            _slots.RemoveRange(half, _slots.Count - half);
            _used = start;
            return upper;
        }

        private int StartOf(int index) => index == 0 ? 0 : _ends[index - 1];

        private void Move(int first, int distance)
        {
            foreach (ref var end in CollectionsMarshal.AsSpan(_ends)[first..])
            {
                end += distance;
            }
        }
    }
}
