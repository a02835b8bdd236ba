using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.Shared.Benchmarks;

/// <summary>Finds free ports on the loopback address.</summary>
public static class FreePorts
{
    /// <summary>Opens all ports at the same time, so that they differ from each other, and then closes them.</summary>
    public static int[] Find(int count)
    {
        var listeners = Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToArray();
        Array.ForEach(listeners, listener => listener.Start());
        var ports = Array.ConvertAll(listeners, listener => ((IPEndPoint)listener.LocalEndpoint).Port);
        Array.ForEach(listeners, listener => listener.Dispose());
        return ports;
    }
}
