using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Running;

public sealed class SystemAddressesTests
{
    private static readonly SystemAddresses Two = new(1, 2, 3, [new(4, 5), new(14, 15)], new(6, 7), new(8, 9));

    [Fact]
    public void GatewaySettings_SeveralDeliveries_HaveTheAddressOfEach() => Assert.Equal(
        "{\"Backends\":{\"Delivery\":\"http://127.0.0.1:15/,http://127.0.0.1:5/\","
            + "\"Package\":\"http://127.0.0.1:7/\",\"DroneScheduler\":\"http://127.0.0.1:9/\"}}",
        Two.GatewaySettings);

    [Fact]
    public void ExpectedReadiness_SeveralDeliveries_NamesThemSortedAsTheGatewayDoes() => Assert.StartsWith(
        "\"delivery answers at http://127.0.0.1:15/ or http://127.0.0.1:5/; drone",
        Two.ExpectedReadiness,
        StringComparison.Ordinal);

    [Fact]
    public void WithDeliveries_MoreAndFewer_KeepThePortsOfThoseThatAreLeft()
    {
        var three = Two.WithDeliveries(3);

        Assert.Equal(Two.Deliveries, three.Deliveries.Take(2));
        Assert.Equal(3, three.Deliveries.Distinct().Count());
        Assert.Equal([Two.Delivery], three.WithDeliveries(1).Deliveries);
    }

    [Fact]
    public void WithNewPorts_OneOfSeveralDeliveries_ChangesThoseOfAll()
    {
        var changed = Two.WithNewPorts([BuiltService.Delivery with { Number = 2 }]);

        Assert.Equal(4, changed.Deliveries.Concat(Two.Deliveries).Distinct().Count());
        Assert.Equal(Two.Package, changed.Package);
    }
}
