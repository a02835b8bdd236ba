using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Finds free ports on the loopback address.</summary>
/// <remarks>
/// They are below the ports that Linux, Windows and macOS assign to outgoing connections and to servers that listen on port 0.
/// So no such server takes the port of a service while it restarts, and answers its requests.
/// </remarks>
internal static class FreePorts
{
    private const int Minimum = 20_000;
    private const int Count = 32_768 - Minimum;

    // Each port is returned once, because its service may not listen yet when the next ports are chosen.
    private static int _last = RandomNumberGenerator.GetInt32(Count);

    /// <summary>Opens all ports at the same time, so that they differ from each other, and then closes them.</summary>
    public static IReadOnlyList<int> Find(int count)
    {
        var listeners = new List<TcpListener>();
        try
        {
            while (listeners.Count < count)
            {
                TryListen(Minimum + (Interlocked.Increment(ref _last) % Count), listeners);
            }

            return [.. listeners.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        }
        finally
        {
            listeners.ForEach(listener => listener.Dispose());
        }
    }

    private static void TryListen(int port, List<TcpListener> listeners)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            listeners.Add(listener);
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
        {
            // In use, or reserved by the system.
            listener.Dispose();
        }
    }
}
