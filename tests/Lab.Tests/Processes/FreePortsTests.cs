using System.Net;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

public sealed class FreePortsTests
{
    [Fact]
    public void Find_Many_DifferFromEachOtherAndFromPortsThatTheSystemAssigns()
    {
        var ports = FreePorts.Find(50);

        Assert.Equal(50, ports.Distinct().Count());
        using var assigned = new TcpListener(IPAddress.Loopback, port: 0);
        assigned.Start();
        Assert.All(ports, port => Assert.InRange(port, 1_024, Math.Min(32_767, ((IPEndPoint)assigned.LocalEndpoint).Port)));
    }

    [Fact]
    public void Find_SomePortsAreInUse_LeavesThemOut()
    {
        var taken = FreePorts.Find(20).Select(port => new TcpListener(IPAddress.Loopback, port)).ToList();
        try
        {
            taken.ForEach(listener => listener.Start());
            var free = FreePorts.Find(50);

            Assert.Empty(free.Intersect(taken.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)));
        }
        finally
        {
            taken.ForEach(listener => listener.Dispose());
        }
    }
}
