namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>
/// Waits for many sockets at once with Linux's epoll, edge-triggered: an event reports what changed since the last event.
/// </summary>
/// <remarks>See epoll(7). .NET's sockets also use epoll, but pass each event to another thread.</remarks>
internal sealed class Epoll
{
    public const uint Readable = 0x1;
    public const uint Writable = 0x4;

    /// <summary>An error, or one side has closed.</summary>
    public const uint HungUp = 0x8 | 0x10 | 0x2000;

    private const uint EdgeTriggered = 1u << 31;
    private const int CloseOnExec = 0x80000;
    private const int AddSocket = 1;
    private const int MaxEvents = 256;

    // The kernel packs the structure on x64 only: 4 bytes of events, then 8 of data.
    private static readonly int EventSize = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;
    private static readonly int DataOffset = EventSize - sizeof(long);

    private readonly int _set = Checked(Create(CloseOnExec));
    private readonly byte[] _events = new byte[MaxEvents * EventSize];

    /// <param name="data">Returned with each event of this socket.</param>
    public void Add(int socket, long data)
    {
        var entry = new byte[EventSize];
        BitConverter.TryWriteBytes(entry, Readable | Writable | HungUp | EdgeTriggered);
        BitConverter.TryWriteBytes(entry.AsSpan(DataOffset), data);
        Checked(Control(_set, AddSocket, socket, entry));
    }

    /// <summary>Blocks until there is an event. Must be called by one thread only.</summary>
    /// <returns>The number of events.</returns>
    public int Wait() => Math.Max(0, Wait(_set, _events, MaxEvents, Timeout.Infinite));

    /// <summary>One of the events of the last <see cref="Wait()"/>.</summary>
    public (uint Events, long Data) this[int index]
    {
        get
        {
            var entry = _events.AsSpan(index * EventSize, EventSize);
            return (BitConverter.ToUInt32(entry), BitConverter.ToInt64(entry[DataOffset..]));
        }
    }

    private static int Checked(int result) => result >= 0 ? result : throw new SocketException((int)NativeError.Last());

    [DllImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static extern int Create(int flags);

    [DllImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static extern int Control(int set, int operation, int socket, byte[] entry);

    [DllImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static extern int Wait(int set, byte[] events, int maxEvents, int timeout);
}

/// <summary>Maps Linux's error numbers (errno(3)) to .NET's socket errors.</summary>
internal static class NativeError
{
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
        115 => SocketError.InProgress,
        _ => SocketError.SocketError,
    };
}
