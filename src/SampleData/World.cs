namespace DroneDelivery.SampleData;

/// <summary>
/// Owners, drones, deliveries and parcels generated from a seed. Nothing is stored: each part is a pure function of the seed and
/// its position (owner, month, index), so that any part can be generated without the others and is the same in every process.
/// </summary>
public sealed class World
{
    public const long DefaultSeed = 1;
    public const int DefaultOwners = 2000;
    public const int DefaultMonths = 24;

    private readonly Fleet _fleet;
    private readonly DeliverySlots _slots;

    public World(long seed = DefaultSeed, int owners = DefaultOwners, int months = DefaultMonths)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(owners);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(months);
        Seed = seed;
        Owners = owners;
        Months = months;
        _fleet = new Fleet(seed);
        _slots = new DeliverySlots(this);
    }

    public long Seed { get; }

    public int Owners { get; }

    public YearMonth FirstMonth { get; } = new(2024, 1);

    public int Months { get; }

    public IReadOnlyList<Drone> Drones => _fleet.Drones;

    public IEnumerable<string> OwnerIds => Enumerable.Range(1, Owners).Select(Identifiers.Owner);

    public bool HasOwner(string ownerId) => OwnerNumber(ownerId) is not null;

    /// <summary>How many deliveries there are in all.</summary>
    public int CountDeliveries() => _slots.All().Sum(slots => slots.Count);

    /// <summary>All deliveries, by owner, month and position.</summary>
    public IEnumerable<Delivery> Deliveries() => _slots.All().SelectMany(slots => slots).Select(NewDelivery);

    /// <summary>The deliveries of one owner in one month; none for an owner or a month that the world does not have.</summary>
    public IReadOnlyList<Delivery> DeliveriesOf(string ownerId, int year, int month) =>
        [.. SlotsOf(ownerId, year, month).Select(NewDelivery)];

    /// <summary>The parcels of <see cref="DeliveriesOf"/>, in the same order.</summary>
    public IReadOnlyList<Parcel> ParcelsOf(string ownerId, int year, int month) =>
        [.. SlotsOf(ownerId, year, month).Select(NewParcel)];

    /// <summary>The parcels of one owner in all months.</summary>
    public IEnumerable<Parcel> ParcelsOf(string ownerId) =>
        Enumerable.Range(0, Months).Select(FirstMonth.Plus).SelectMany(month => ParcelsOf(ownerId, month.Year, month.Month));

    public Parcel? FindParcel(string packageId) =>
        Identifiers.ParcelNumber(packageId) is { } number && _slots.Find(number) is { } slot ? NewParcel(slot) : null;

    public IEnumerable<OwnerSummary> Summaries() => Enumerable.Range(1, Owners).Select(NewSummary);

    private int? OwnerNumber(string ownerId) =>
        Identifiers.OwnerNumber(ownerId) is { } number && number >= 1 && number <= Owners ? number : null;

    private IReadOnlyList<DeliverySlot> SlotsOf(string ownerId, int year, int month) =>
        OwnerNumber(ownerId) is { } owner ? _slots.ForMonth(owner, new YearMonth(year, month)) : [];

    private Delivery NewDelivery(DeliverySlot slot) => DeliveryMaker.Make(Seed, _fleet, slot);

    private Parcel NewParcel(DeliverySlot slot) => ParcelMaker.Make(Seed, slot);

    private OwnerSummary NewSummary(int owner) => new(Identifiers.Owner(owner), [.. Enumerable.Range(0, Months).Select(offset =>
    {
        var month = FirstMonth.Plus(offset);
        var slots = _slots.ForMonth(owner, month);
        return new MonthSummary(month.Year, month.Month, slots.Count, slots.Count(slot => DeliveryMaker.IsReturned(Seed, slot)));
    })]);
}
