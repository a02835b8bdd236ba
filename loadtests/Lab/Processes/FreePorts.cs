using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Finds free ports on the loopback address.</summary>
internal static class FreePorts
{
    /// <summary>Opens all ports at the same time, so that they differ from each other, and then closes them.</summary>
    public static IReadOnlyList<int> Find(int count)
    {
        var listeners = Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToList();
        try
        {
            listeners.ForEach(listener => listener.Start());
            return [.. listeners.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        }
        finally
        {
            listeners.ForEach(listener => listener.Dispose());
        }
    }
}
