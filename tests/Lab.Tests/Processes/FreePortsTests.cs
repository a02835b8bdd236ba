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
        // Ports are returned one after another, and other tests find some at the same time.
        const int Ahead = 30;
        var next = FreePorts.Find(1)[0];
        int[] taken = [.. Enumerable.Range(next + Ahead, 5)];
        var listeners = taken.Select(port => new TcpListener(IPAddress.Loopback, port)).ToList();
        try
        {
            foreach (var listener in listeners)
            {
                // A port that another program has taken is in use too.
                Record.Exception(listener.Start);
            }

            Assert.Empty(FreePorts.Find(2 * Ahead).Intersect(taken));
        }
        finally
        {
            listeners.ForEach(listener => listener.Dispose());
        }
    }
}
