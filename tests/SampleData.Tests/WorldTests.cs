namespace DroneDelivery.SampleData.Tests;

public sealed class WorldTests
{
    private static readonly World Default = new();

    [Fact]
    public void World_Default_HasAtLeast200000Deliveries()
    {
        Assert.InRange(Default.CountDeliveries(), 200_000, 205_000);
        Assert.Equal(2000, Default.OwnerIds.Count());
    }

    [Fact]
    public void World_OwnerMonth_HasTwoToSevenDeliveriesAndAllSizesOccur()
    {
        var world = new World(owners: 50);

        var counts = world.Summaries().SelectMany(owner => owner.Months).Select(month => month.Deliveries).ToList();

        Assert.Equal(50 * 24, counts.Count);
        Assert.Equal([2, 3, 4, 5, 6, 7], counts.Distinct().Order());
    }

    [Fact]
    public void World_Owners_HaveSimilarNumbersOfDeliveries()
    {
        var perOwner = Default.Summaries().Select(owner => owner.Months.Sum(month => month.Deliveries)).ToList();

        Assert.InRange(perOwner.Min(), 70, 100);
        Assert.InRange(perOwner.Max(), 100, 135);
    }

    [Fact]
    public void DeliveriesOf_AskedAlone_AreThoseOfTheWholeWorld()
    {
        var world = new World(owners: 5, months: 3);

        var oneByOne =
            from owner in world.OwnerIds
            from month in Enumerable.Range(1, 3)
            from delivery in world.DeliveriesOf(owner, 2024, month)
            select Json.Serialize(delivery);

        Assert.Equal(world.Deliveries().Select(Json.Serialize), oneByOne);
    }

    [Theory]
    [InlineData("")]
    [InlineData("p-1")]
    [InlineData("p-0000000")]
    [InlineData("p-9999999")]
    [InlineData("p-000000x")]
    [InlineData("d-0000001")]
    public void FindParcel_NoSuchId_FindsNothing(string id) => Assert.Null(Default.FindParcel(id));

    [Theory]
    [InlineData("owner-0000", 2024, 1)]
    [InlineData("owner-2001", 2024, 1)]
    [InlineData("owner-1", 2024, 1)]
    [InlineData("owner-0001", 2023, 12)]
    [InlineData("owner-0001", 2026, 1)]
    public void DeliveriesOf_OutsideTheWorld_AreNone(string owner, int year, int month) =>
        Assert.Empty(Default.DeliveriesOf(owner, year, month));

    [Fact]
    public void Summary_EveryMonth_CountsTheDeliveriesOfThatMonth()
    {
        var world = new World(owners: 20);

        Assert.All(world.Summaries(), owner => Assert.All(owner.Months, month =>
        {
            var deliveries = world.DeliveriesOf(owner.OwnerId, month.Year, month.Month);
            Assert.Equal(deliveries.Count, month.Deliveries);
            Assert.Equal(deliveries.Count(delivery => delivery.Status == DeliveryStatus.Returned), month.Returned);
        }));
    }

    [Fact]
    public void Parcel_EveryDelivery_HasItsOwn()
    {
        var world = new World(owners: 5, months: 3);

        Assert.All(world.Deliveries(), delivery =>
        {
            var parcel = world.FindParcel(delivery.PackageId);
            Assert.Equal((delivery.DeliveryId, delivery.OwnerId), (parcel?.DeliveryId, parcel?.OwnerId));
            Assert.Contains(parcel, world.ParcelsOf(delivery.OwnerId, delivery.Year, delivery.Month));
        });
    }

    [Fact]
    public void Drone_EveryDelivery_FliesFromTheBaseOfTheOwner()
    {
        var world = new World(owners: 50, months: 3);
        var drones = world.Drones.ToDictionary(drone => drone.DroneId);

        Assert.Equal(400, drones.Count);
        Assert.All(world.Deliveries().GroupBy(delivery => delivery.OwnerId), owner =>
            Assert.Single(owner.Select(delivery => drones[delivery.DroneId].Base).Distinct()));
    }

    [Fact]
    public void Delivery_Every_HasPlausibleFigures() =>
        Assert.All(new World(owners: 100).Deliveries(), delivery =>
        {
            Assert.InRange(delivery.MilesTraveled, 1, 60);
            Assert.InRange(delivery.HoursAssigned, 0.2m, 3);
            Assert.Equal((delivery.Year, delivery.Month), (delivery.ScheduledAt.Year, delivery.ScheduledAt.Month));
            Assert.Equal((delivery.Year, delivery.Month), (delivery.CompletedAt.Year, delivery.CompletedAt.Month));
            Assert.True(delivery.CompletedAt > delivery.ScheduledAt, delivery.DeliveryId);
        });
}
