using System.Threading.Tasks.Sources;

namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>
/// A TCP connection without TLS on Linux. A receive or send that has to wait completes, and its continuation runs, on the thread
/// of its <see cref="Poller"/>. A send that is aborted continues on the thread pool.
/// </summary>
internal sealed class EpollConnection(Socket socket) : TransportConnection, IValueTaskSource<int>
{
    // Quiet: no receive is pending. Ready: bytes may be available. Waiting: the poller completes a pending receive.
    private const int Quiet = 0;
    private const int Ready = 1;
    private const int Waiting = 2;

    private static long _lastId;

    private readonly Poller _poller = Poller.Next();
    private ManualResetValueTaskSourceCore<int> _received;
    private Memory<byte> _buffer;
    private TaskCompletionSource? _writable;
    private volatile bool _hungUp;
    private volatile bool _aborted;
    private int _state;

    public int Descriptor { get; } = (int)socket.SafeHandle.DangerousGetHandle();

    /// <summary>Unique in this process, unlike the descriptor, which the system reuses.</summary>
    public long Id { get; } = Interlocked.Increment(ref _lastId);

    public override bool BecameReadable => Volatile.Read(ref _state) == Ready && HasBytesOrEnded();

    public static async ValueTask<EpollConnection> ConnectAsync(IPEndPoint endpoint, CancellationToken cancellationToken)
    {
        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { Blocking = false, NoDelay = true };
        var connection = new EpollConnection(socket);
        try
        {
            await using var registration = cancellationToken.UnsafeRegister(
                static state => ((EpollConnection)state!).Abort(), connection);
            await connection.ConnectAsync(endpoint);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    public override ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            var sent = TrySend(bytes.Span);
            return sent == bytes.Length ? ValueTask.CompletedTask : SendRestAsync(bytes[sent..]);
        }
        catch (SocketException exception)
        {
            return ValueTask.FromException(exception);
        }
    }

    public override ValueTask<int> ReceiveAsync(Memory<byte> buffer)
    {
        _buffer = buffer;
        _received.Reset();
        var version = _received.Version;
        while (Interlocked.CompareExchange(ref _state, Waiting, Quiet) != Quiet)
        {
            // Before receiving: a later reset could overwrite the Ready of bytes that arrive meanwhile.
            Interlocked.Exchange(ref _state, Quiet);
            if (TryReceive(out var count))
            {
                return ValueTask.FromResult(count);
            }
        }

        return new ValueTask<int>(this, version);
    }

    public override void Abort()
    {
        _aborted = true;
        if (Interlocked.Exchange(ref _writable, null) is { } writable)
        {
            // The sender's continuation must not run on the thread that cancels.
            ThreadPool.UnsafeQueueUserWorkItem(static waiting => waiting.SetResult(), writable, preferLocal: false);
        }

        try
        {
            // The shutdown raises an event, with which the poller completes a pending receive.
            socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The socket is not connected, so there is nothing to shut down.
        }
    }

    public override void Dispose()
    {
        _poller.Remove(this);
        socket.Dispose();
    }

    /// <summary>Must be called by the poller, on its thread.</summary>
    internal void Signal(uint events)
    {
        if ((events & Epoll.HungUp) != 0)
        {
            _hungUp = true;
        }

        if (Volatile.Read(ref _writable) is not null && (events & (Epoll.Writable | Epoll.HungUp)) != 0)
        {
            Interlocked.Exchange(ref _writable, null)?.SetResult();
        }

        if ((events & (Epoll.Readable | Epoll.HungUp)) != 0 && Interlocked.Exchange(ref _state, Ready) == Waiting)
        {
            Deliver();
        }
    }

    int IValueTaskSource<int>.GetResult(short token) => _received.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _received.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _received.OnCompleted(continuation, state, token, flags);

    [DllImport("libc", EntryPoint = "connect", SetLastError = true)]
    private static extern int Connect(int socket, byte[] address, int length);

    private async Task ConnectAsync(IPEndPoint endpoint)
    {
        var address = endpoint.Serialize();
        var connected = Connect(Descriptor, address.Buffer[..address.Size].ToArray(), address.Size) == 0;
        if (!connected && NativeError.Last() is not SocketError.InProgress and var refused)
        {
            throw new SocketException((int)refused);
        }

        var writable = connected ? Task.CompletedTask : NextWritable();
        _poller.Add(this);
        // An abort before NextWritable found no wait to complete.
        ThrowIfAborted();
        await writable;
        ThrowIfAborted();
        if (socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error) is int error and not 0)
        {
            throw new SocketException(error);
        }
    }

    private async ValueTask SendRestAsync(ReadOnlyMemory<byte> rest)
    {
        while (true)
        {
            var writable = NextWritable();
            ThrowIfAborted();
            rest = rest[TrySend(rest.Span)..];
            if (rest.IsEmpty)
            {
                Interlocked.Exchange(ref _writable, null);
                return;
            }

            await writable;
        }
    }

    /// <summary>Completes when the socket is writable, hung up or aborted. Must be called before the attempt to send.</summary>
    private Task NextWritable()
    {
        var next = new TaskCompletionSource();
        Interlocked.Exchange(ref _writable, next);
        return next.Task;
    }

    private void ThrowIfAborted()
    {
        if (_aborted)
        {
            throw new SocketException((int)SocketError.OperationAborted);
        }
    }

    private int TrySend(ReadOnlySpan<byte> bytes)
    {
        var sent = socket.Send(bytes, SocketFlags.None, out var error);
        return error is SocketError.Success or SocketError.WouldBlock ? sent : throw new SocketException((int)error);
    }

    // The state may still be Ready although the bytes of its event were received together with those of the previous event.
    private bool HasBytesOrEnded()
    {
        Interlocked.Exchange(ref _state, Quiet);
        Span<byte> first = stackalloc byte[1];
        socket.Receive(first, SocketFlags.Peek, out var error);
        return error != SocketError.WouldBlock;
    }

    private void Deliver()
    {
        Volatile.Write(ref _state, Quiet);
        int count;
        try
        {
            if (!TryReceive(out count))
            {
                // No bytes are available. Only this thread reports events, so none is lost before the wait resumes.
                Volatile.Write(ref _state, Waiting);
                return;
            }
        }
        catch (Exception exception) when (FailureReason.IsNetworkError(exception))
        {
            _received.SetException(exception);
            return;
        }

        _received.SetResult(count);
    }

    /// <summary>False when no bytes are available.</summary>
    private bool TryReceive(out int count)
    {
        count = socket.Receive(_buffer.Span, SocketFlags.None, out var error);
        if (error == SocketError.WouldBlock)
        {
            return false;
        }

        if (error != SocketError.Success)
        {
            throw new SocketException((int)error);
        }

        // A full buffer may have left bytes behind, and no further event follows a hang-up.
        if (count == _buffer.Length || _hungUp)
        {
            Volatile.Write(ref _state, Ready);
        }

        return true;
    }
}
