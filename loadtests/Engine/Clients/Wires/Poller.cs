namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>
/// A thread that waits for its wires and runs what waits for one right there: no other thread has to be woken for an
/// answer, which is half of what an asynchronous receive costs. In return, what goes on there must not block.
/// </summary>
internal sealed class Poller
{
    private static readonly Lazy<Poller[]> All = new(StartAll);
    private static int _last;

    private readonly Lock _gate = new();
    private readonly Epoll _epoll = new();
    private PolledWire?[] _wires = new PolledWire?[256];

    /// <summary>Where it is not, wires are streams over the platform's own sockets.</summary>
    public static bool IsSupported => OperatingSystem.IsLinux();

    /// <summary>The pollers of this process in turn; there is one for each core.</summary>
    public static Poller Next() => All.Value[(uint)Interlocked.Increment(ref _last) % All.Value.Length];

    public void Add(PolledWire wire)
    {
        lock (_gate)
        {
            if (wire.Descriptor >= _wires.Length)
            {
                var more = _wires;
                Array.Resize(ref more, Math.Max(wire.Descriptor + 1, _wires.Length * 2));
                Volatile.Write(ref _wires, more);
            }

            Volatile.Write(ref _wires[wire.Descriptor], wire);
        }

        _epoll.Add(wire.Descriptor, wire.Id);
    }

    /// <summary>To be called before the socket is closed, which is what ends its events.</summary>
    public void Remove(PolledWire wire)
    {
        lock (_gate)
        {
            if (wire.Descriptor < _wires.Length && _wires[wire.Descriptor] == wire)
            {
                _wires[wire.Descriptor] = null;
            }
        }
    }

    private static Poller[] StartAll() => [.. Enumerable.Range(1, Environment.ProcessorCount).Select(Start)];

    private static Poller Start(int number)
    {
        var poller = new Poller();
        new Thread(poller.Run) { IsBackground = true, Name = $"Load client {number}" }.UnsafeStart();
        return poller;
    }

    private void Run()
    {
        while (true)
        {
            var count = _epoll.Wait();
            for (var i = 0; i < count; i++)
            {
                var (events, id) = _epoll[i];
                Find(id)?.Signal(events);
            }
        }
    }

    // A descriptor may belong to another wire by the time its event is read, hence the whole id.
    private PolledWire? Find(long id)
    {
        var wire = Volatile.Read(ref Volatile.Read(ref _wires)[(int)(id & PolledWire.DescriptorMask)]);
        return wire?.Id == id ? wire : null;
    }
}
