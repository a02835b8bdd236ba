using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>Maps Linux's error numbers (errno(3)) to .NET's socket errors.</summary>
internal static class NativeError
{
    public const int InProgress = 115;

    /// <summary>The error of the last call into the C library.</summary>
    public static SocketError Last() => Marshal.GetLastPInvokeError() switch
    {
        1 or 13 => SocketError.AccessDenied,
        23 or 24 => SocketError.TooManyOpenSockets,
        98 => SocketError.AddressAlreadyInUse,
        99 => SocketError.AddressNotAvailable,
        101 => SocketError.NetworkUnreachable,
        104 => SocketError.ConnectionReset,
        105 => SocketError.NoBufferSpaceAvailable,
        110 => SocketError.TimedOut,
        111 => SocketError.ConnectionRefused,
        113 => SocketError.HostUnreachable,
        InProgress => SocketError.InProgress,
        _ => SocketError.SocketError,
    };
}
