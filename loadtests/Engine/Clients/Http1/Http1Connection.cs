namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>A slot for one connection, which is opened for the first request, and again when a request finds it closed.</summary>
/// <param name="closesAlways">Whether to close the connection after every response.</param>
internal sealed class Http1Connection(
    SlotPool slots, DeadlineWatch watch, Destination destination, ConnectionFactory factory, ConnectionCounter counter,
    bool closesAlways)
    : RequestSlot(slots, watch)
{
    private ResponseParser? _parser;
    private CancellationTokenSource? _opening;
    private TransportConnection? _connection;
    private volatile bool _isDisposed;

    public override void Dispose()
    {
        base.Dispose();
        _isDisposed = true;
        if (Due != Never)
        {
            // The request in progress fails, and its failure closes the connection.
            Abort();
        }
        else
        {
            Close();
        }
    }

    protected override void Abort()
    {
        _opening?.Cancel();
        _connection?.Abort();
    }

    protected override void Reset() => Close();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<RequestOutcome> AskAsync(PreparedRequest request, AnswerKeeper? keeper)
    {
        if (_connection is { BecameReadable: true })
        {
            Close();
        }

        var kept = _connection is not null;
        while (true)
        {
            var connection = _connection ?? await OpenAsync();
            try
            {
                return await AskAsync(connection, request, keeper);
            }
            catch (Exception exception) when (kept && IsStale(exception, request))
            {
                counter.AddRetry();
                Close();
                kept = false;
            }
        }
    }

    private ValueTask<RequestOutcome> AskAsync(TransportConnection connection, PreparedRequest request, AnswerKeeper? keeper)
    {
        var parser = _parser!;
        parser.Expect(request.Method == HttpMethod.Head, keeper);
        var sending = connection.SendAsync(closesAlways ? request.BytesWithClose : request.Bytes);
        return sending.IsCompletedSuccessfully
            ? ReceiveAsync(connection, parser, unsent: null)
            : SendAndReceiveAsync(sending, connection, parser);
    }

    private async ValueTask<RequestOutcome> SendAndReceiveAsync(
        ValueTask sending, TransportConnection connection, ResponseParser parser)
    {
        Exception? unsent = null;
        try
        {
            await sending;
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            // A server that rejects a long request may respond before it has read all of it.
            unsent = exception;
        }

        return await ReceiveAsync(connection, parser, unsent);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<RequestOutcome> ReceiveAsync(TransportConnection connection, ResponseParser parser, Exception? unsent)
    {
        int count;
        do
        {
            count = await connection.ReceiveAsync(parser.Room);
        }
        while (count > 0 && !parser.Received(count));

        if (count == 0)
        {
            parser.Closed();
        }

        if (closesAlways || unsent is not null || !parser.KeepsConnection)
        {
            Close();
        }

        return new RequestOutcome(parser.Status, null, parser.Bytes);
    }

    // The server may close a kept connection at any time. An idempotent request without any response may be sent again.
    private bool IsStale(Exception exception, PreparedRequest request) =>
        exception is IOException or SocketException && !_parser!.Started && request.IsIdempotent && !IsAborted && !_isDisposed;

    private async ValueTask<TransportConnection> OpenAsync()
    {
        _parser ??= new ResponseParser();

        // Not disposed: the thread that cancels the request may still use it.
        var opening = _opening = new CancellationTokenSource();
        ThrowIfAborted();
        try
        {
            _connection = await factory.OpenAsync(destination, opening.Token);
        }
        finally
        {
            _opening = null;
        }

        ThrowIfAborted();
        return _connection;
    }

    private void ThrowIfAborted()
    {
        Interlocked.MemoryBarrier();
        if (IsAborted || _isDisposed)
        {
            throw new OperationCanceledException();
        }
    }

    private void Close()
    {
        _connection?.Dispose();
        _connection = null;
    }
}
