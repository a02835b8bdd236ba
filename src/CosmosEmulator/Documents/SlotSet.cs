namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>One or more slots in ascending order. A single one, which most keys have, takes no array.</summary>
internal struct SlotSet
{
    private int[]? _slots;

    // The number of slots in the array; without an array the slot.
    private int _value;

    public SlotSet(int slot) => _value = slot;

    /// <summary>False if the slot is there already.</summary>
    public bool Add(int slot)
    {
        if (_slots is null)
        {
            if (_value == slot)
            {
                return false;
            }

            (_slots, _value) = ([Math.Min(slot, _value), Math.Max(slot, _value)], 2);
            return true;
        }

        var place = _slots[_value - 1] < slot ? ~_value : Array.BinarySearch(_slots, 0, _value, slot);
        if (place >= 0)
        {
            return false;
        }

        if (_value == _slots.Length)
        {
            Array.Resize(ref _slots, 2 * _value);
        }

        Array.Copy(_slots, ~place, _slots, ~place + 1, _value++ - ~place);
        _slots[~place] = slot;
        return true;
    }

    /// <summary>False if the slot is not there, or is the only one: a set is never empty.</summary>
    public bool TryRemove(int slot)
    {
        var place = _slots is null ? -1 : Array.BinarySearch(_slots, 0, _value, slot);
        if (place < 0)
        {
            return false;
        }

        Array.Copy(_slots!, place + 1, _slots!, place, --_value - place);
        if (_value == 1)
        {
            (_slots, _value) = (null, _slots![0]);
        }

        return true;
    }

    public readonly bool IsOnly(int slot) => _slots is null && _value == slot;

    /// <summary>The slots; those of an array are valid until the next change.</summary>
    public readonly ReadOnlyMemory<int> ToMemory() => _slots is null ? new[] { _value } : _slots.AsMemory(0, _value);
}
