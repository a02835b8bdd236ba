namespace DroneDelivery.SampleData;

/// <summary>
/// Which deliveries exist. Each owner-month has seven numbers, of which it uses the first ones: a number determines its owner and
/// month, and the used numbers have gaps.
/// </summary>
internal sealed class DeliverySlots(World world)
{
    private const int MaxPerMonth = 7;
    private const int MinPerMonth = 2;

    // Per cent of owner-months with at most 2, 3, 4, 5, 6, 7 deliveries: 4.2 on average.
    private static readonly int[] CumulativePercent = [12, 34, 60, 81, 93, 100];

    public IEnumerable<IReadOnlyList<DeliverySlot>> All()
    {
        for (var ownerMonth = 0; ownerMonth < world.Owners * world.Months; ownerMonth++)
        {
            yield return In(ownerMonth);
        }
    }

    public IReadOnlyList<DeliverySlot> ForMonth(int owner, YearMonth month)
    {
        var offset = month.MonthsAfter(world.FirstMonth);
        return offset >= 0 && offset < world.Months ? In(((owner - 1) * world.Months) + offset) : [];
    }

    public DeliverySlot? Find(int number)
    {
        var (ownerMonth, position) = Math.DivRem(number - 1, MaxPerMonth);
        var exists = number >= 1 && ownerMonth < world.Owners * world.Months && position < CountIn(ownerMonth);
        return exists ? SlotAt(ownerMonth, position) : null;
    }

    private DeliverySlot[] In(int ownerMonth)
    {
        var slots = new DeliverySlot[CountIn(ownerMonth)];
        for (var position = 0; position < slots.Length; position++)
        {
            slots[position] = SlotAt(ownerMonth, position);
        }

        return slots;
    }

    private int CountIn(int ownerMonth)
    {
        var percent = new SeededSequence(world.Seed, SequenceUse.DeliveryCount, ownerMonth).Next(0, 100);
        return MinPerMonth + Array.FindIndex(CumulativePercent, limit => percent < limit);
    }

    private DeliverySlot SlotAt(int ownerMonth, int position) => new(
        (ownerMonth * MaxPerMonth) + position + 1,
        (ownerMonth / world.Months) + 1,
        world.FirstMonth.Plus(ownerMonth % world.Months));
}

/// <summary>The position of one delivery in the sample data.</summary>
internal readonly record struct DeliverySlot(int Number, int Owner, YearMonth Month);
