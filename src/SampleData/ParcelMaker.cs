namespace DroneDelivery.SampleData;

/// <summary>Generates the parcel of a slot.</summary>
internal static class ParcelMaker
{
    private static readonly (string Name, int MinGrams, int MaxGrams)[] Sizes =
        [("small", 100, 500), ("medium", 400, 1800), ("large", 1200, 4500)];

    public static Parcel Make(long seed, DeliverySlot slot)
    {
        var random = new SeededSequence(seed, SequenceUse.Parcel, slot.Number);
        var (size, minimum, maximum) = random.Pick<(string, int, int)>(Sizes);

        return new Parcel(
            Identifiers.Parcel(slot.Number),
            Identifiers.Delivery(slot.Number),
            Identifiers.Owner(slot.Owner),
            slot.Month.Year,
            slot.Month.Month,
            size,
            new decimal(random.Next(minimum, maximum), 0, 0, isNegative: false, scale: 3),
            Fragile: random.Next(0, 100) < 15);
    }
}
