using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>
/// Linux's own way to wait for many sockets at once, edge-triggered: an event says what has changed since the last.
/// </summary>
/// <remarks>See epoll(7). The platform's sockets wait the same way, but hand each event to another thread.</remarks>
internal sealed class Epoll
{
    public const uint Readable = 0x1;
    public const uint Writable = 0x4;

    /// <summary>An error, or one side has closed.</summary>
    public const uint HungUp = 0x8 | 0x10 | 0x2000;

    private const uint EdgeTriggered = 1u << 31;
    private const int CloseOnExec = 0x80000;
    private const int AddSocket = 1;
    private const int MostEvents = 256;

    // The kernel packs the structure on x64 only: 4 bytes of events, then 8 of data.
    private static readonly int EventSize = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;
    private static readonly int DataOffset = EventSize - sizeof(long);

    private readonly int _set = Checked(Create(CloseOnExec));
    private readonly byte[] _events = new byte[MostEvents * EventSize];

    /// <param name="data">What events of this socket are to carry.</param>
    public void Add(int socket, long data)
    {
        var entry = new byte[EventSize];
        BitConverter.TryWriteBytes(entry, Readable | Writable | HungUp | EdgeTriggered);
        BitConverter.TryWriteBytes(entry.AsSpan(DataOffset), data);
        Checked(Control(_set, AddSocket, socket, entry));
    }

    /// <summary>Blocks until something happens; to be called by one thread only.</summary>
    /// <returns>The number of events.</returns>
    public int Wait() => Math.Max(0, Wait(_set, _events, MostEvents, Timeout.Infinite));

    /// <summary>One of the events of the last <see cref="Wait()"/>.</summary>
    public (uint Events, long Data) this[int index]
    {
        get
        {
            var entry = _events.AsSpan(index * EventSize, EventSize);
            return (BitConverter.ToUInt32(entry), BitConverter.ToInt64(entry[DataOffset..]));
        }
    }

    private static int Checked(int result) =>
        result >= 0 ? result : throw new SocketException((int)NativeError.Last());

    [DllImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static extern int Create(int flags);

    [DllImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static extern int Control(int set, int operation, int socket, byte[] entry);

    [DllImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static extern int Wait(int set, byte[] events, int mostEvents, int timeout);
}
