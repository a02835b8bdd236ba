using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Finds ports on the loopback address that nobody listens on.</summary>
internal static class FreePorts
{
    /// <summary>All are held at once, so that they differ from each other, and then let go.</summary>
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
