using System.Numerics;
using System.Runtime.InteropServices;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Brings the slots of several keys into ascending order, and searches in such an order.</summary>
internal static class SlotOrder
{
    /// <summary>From this share of all slots on, a bit for each slot is faster than sorting.</summary>
    private const int SlotsForEachFound = 32;

    /// <param name="slots">Each once, in any order.</param>
    public static int[] Sort(List<int> slots)
    {
        var found = CollectionsMarshal.AsSpan(slots);
        var last = 0;
        foreach (var slot in found)
        {
            last = Math.Max(last, slot);
        }

        if (last / SlotsForEachFound < found.Length)
        {
            return SortByBits(found, last);
        }

        found.Sort();
        return [.. found];
    }

    /// <summary>The place of the first slot that is not below another one.</summary>
    /// <param name="slots">In ascending order.</param>
    public static int FirstNotBelow(ReadOnlySpan<int> slots, int slot)
    {
        var place = slots.BinarySearch(slot);
        return place < 0 ? ~place : place;
    }

    private static int[] SortByBits(ReadOnlySpan<int> slots, int last)
    {
        var bits = new ulong[(last / 64) + 1];
        foreach (var slot in slots)
        {
            bits[slot / 64] |= 1UL << (slot % 64);
        }

        var sorted = new int[slots.Length];
        var count = 0;
        for (var word = 0; word < bits.Length; word++)
        {
            for (var rest = bits[word]; rest != 0; rest &= rest - 1)
            {
                sorted[count++] = (word * 64) + BitOperations.TrailingZeroCount(rest);
            }
        }

        return sorted;
    }
}
