using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.SampleData;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveAddressesTests
{
    private static readonly SystemAddresses Addresses = new(1, 2, 3, [new(4, 5)], new(6, 7), new(8, 9));

    [Fact]
    public void Lines_OfASystem_NameEveryProgramAndARequest() => Assert.Equal(
        [
            "Live page       http://127.0.0.1:5070/",
            "Gateway         http://127.0.0.1:2/",
            "Gateway admin   http://127.0.0.1:3/",
            "Delivery        http://127.0.0.1:4/ (HTTP/2 without TLS: http://127.0.0.1:5/)",
            "Package         http://127.0.0.1:6/ (HTTP/2 without TLS: http://127.0.0.1:7/)",
            "DroneScheduler  http://127.0.0.1:8/ (HTTP/2 without TLS: http://127.0.0.1:9/)",
            "Emulator        http://127.0.0.1:1/",
            "Example: curl 'http://127.0.0.1:2/api/invoices/owner-0001?year=2024&month=1'",
        ],
        LiveAddresses.Lines(SystemAddresses.Loopback(5070), Addresses, new World()));
}
