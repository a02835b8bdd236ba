namespace DroneDelivery.LoadTests.Engine.Clients.Wires;

/// <summary>
/// A thread that waits for events on its connections and runs the continuation of a pending receive or send on that same
/// thread. This saves about half of the cost of an asynchronous receive. Continuations must not block.
/// </summary>
internal sealed class Poller
{
    private static readonly Lazy<Poller[]> All = new(StartAll);
    private static int _last;

    private readonly Lock _gate = new();
    private readonly Epoll _epoll = new();
    private PolledWire?[] _wires = new PolledWire?[256];

    /// <summary>Returns the pollers of this process in turn. There is one for each core.</summary>
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

    /// <summary>Must be called before the socket is closed. Closing the socket ends its events.</summary>
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

    // The descriptor may belong to another connection when the event is read, so the whole id is compared.
    private PolledWire? Find(long id)
    {
        var wire = Volatile.Read(ref Volatile.Read(ref _wires)[(int)(id & PolledWire.DescriptorMask)]);
        return wire?.Id == id ? wire : null;
    }
}
