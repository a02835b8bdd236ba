namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The slots that all lists have, found from the shortest list by binary search in the others.</summary>
internal static class SlotIntersection
{
    /// <summary>
    /// Sorts <paramref name="lists"/>, shortest first, and fills <paramref name="found"/> with at most <paramref name="limit"/>
    /// slots from <paramref name="firstSlot"/> on.
    /// </summary>
    public static void Find(List<ReadOnlyMemory<int>> lists, int firstSlot, int limit, List<int> found)
    {
        lists.Sort(static (left, right) => left.Length.CompareTo(right.Length));
        Span<int> starts = stackalloc int[lists.Count];
        starts.Clear();
        var shortest = lists[0].Span;
        for (var i = SlotOrder.FirstNotBelow(shortest, firstSlot); i < shortest.Length && found.Count < limit; i++)
        {
            if (AllContain(lists, shortest[i], starts))
            {
                found.Add(shortest[i]);
            }
        }
    }

    // Each list is searched only from where the slot before was found.
    private static bool AllContain(List<ReadOnlyMemory<int>> lists, int slot, Span<int> starts)
    {
        for (var i = 1; i < lists.Count; i++)
        {
            var slots = lists[i].Span;
            starts[i] += SlotOrder.FirstNotBelow(slots[starts[i]..], slot);
            if (starts[i] == slots.Length || slots[starts[i]] != slot)
            {
                return false;
            }
        }

        return true;
    }
}
