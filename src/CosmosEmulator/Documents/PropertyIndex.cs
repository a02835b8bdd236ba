using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// For one property of one partition's documents: each value and the slots that hold it, in order. The store's lock guards it.
/// </summary>
internal sealed class PropertyIndex(PropertyPath path)
{
    private static readonly List<int> NoSlots = [];
    private readonly Dictionary<ScalarValue, List<int>> _slots = [];

    /// <summary>The size of its values and slots, without the overhead of the collections.</summary>
    public long Bytes { get; private set; }

    public void Add(int slot, StoredDocument document)
    {
        if (Read(document) is not { } value)
        {
            return;
        }

        if (!_slots.TryGetValue(value, out var slots))
        {
            _slots[value] = slots = [];
            Bytes += BytesOf(value);
        }

        if (slots.Count == 0 || slots[^1] < slot)
        {
            slots.Add(slot);
            Bytes += sizeof(int);
        }
        else if (slots.BinarySearch(slot) is < 0 and var place)
        {
            slots.Insert(~place, slot);
            Bytes += sizeof(int);
        }
    }

    public void Remove(int slot, StoredDocument document)
    {
        if (Read(document) is { } value
            && _slots.TryGetValue(value, out var slots)
            && slots.BinarySearch(slot) is >= 0 and var place)
        {
            slots.RemoveAt(place);
            Bytes -= sizeof(int);
            if (slots.Count == 0)
            {
                _slots.Remove(value);
                Bytes -= BytesOf(value);
            }
        }
    }

    /// <summary>The slots whose value is one of those; the list is the index's own and must not be changed.</summary>
    public List<int> Find(IReadOnlyList<ScalarValue> values)
    {
        if (values.Count == 1)
        {
            return _slots.GetValueOrDefault(values[0], NoSlots);
        }

        var all = new List<int>();
        foreach (var value in values)
        {
            all.AddRange(_slots.GetValueOrDefault(value, NoSlots));
        }

        all.Sort();
        return all;
    }

    private static int BytesOf(ScalarValue value) => sizeof(double) + (sizeof(char) * (value.Text?.Length ?? 0));

    // Objects and arrays are not indexed: no equality term asks for them.
    private ScalarValue? Read(StoredDocument document) =>
        JsonProperty.Read(document.Body, path) is { Kind: not ScalarKind.Undefined } value ? value : null;
}
