namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>
/// Parses the responses of one connection, one after another, from pieces of any size. Strict: a response that RFC 9112 does
/// not allow is rejected, because a load test should find a server that sends it.
/// </summary>
internal sealed class ResponseParser
{
    private readonly AnswerBuffer _buffer = new();
    private AnswerKeeper? _keeper;
    private bool _toHead;
    private BodyFraming _body;
    private ChunkedBody _chunks;
    private AnswerHead _head;
    private long _left;
    private long _bytes;

    private enum BodyFraming
    {
        NotReached,
        KnownLength,
        Chunked,
        UntilClosed,
    }

    /// <summary>Whether any byte of the response has been received.</summary>
    public bool Started { get; private set; }

    /// <summary>The status of the last response.</summary>
    public int Status => _head.Status;

    /// <summary>The length of the last response's body.</summary>
    public long Bytes => _bytes;

    /// <summary>Whether the connection can carry another request after this response.</summary>
    public bool KeepsConnection => !_head.Closes && _body != BodyFraming.UntilClosed && _buffer.Unread.IsEmpty;

    /// <summary>The buffer for the next bytes.</summary>
    public Memory<byte> Room => _buffer.Room;

    /// <param name="toHead">The request was a HEAD: the response has no body, whatever its headers say.</param>
    /// <param name="keeper">Stores headers and body; null when they are not needed.</param>
    public void Expect(bool toHead, AnswerKeeper? keeper)
    {
        (_toHead, _keeper) = (toHead, keeper);
        (_body, _chunks, _head, _left, _bytes, Started) = (BodyFraming.NotReached, default, default, 0, 0, false);
        _buffer.Clear();
    }

    /// <returns>Whether the response is complete.</returns>
    /// <exception cref="HttpIOException">The response is not HTTP/1.1, or a part of it is too long.</exception>
    public bool Received(int count)
    {
        Started = true;
        _buffer.Received(count);
        return (_body != BodyFraming.NotReached || ReadHead()) && ReadBody();
    }

    /// <summary>Called when the other side has closed: this ends a response without a length, any other one fails.</summary>
    public void Closed()
    {
        if (_body != BodyFraming.UntilClosed)
        {
            throw new HttpIOException(HttpRequestError.ResponseEnded, "The connection was closed before the answer was whole.");
        }
    }

    /// <summary>False when the head is not complete.</summary>
    private bool ReadHead()
    {
        while (true)
        {
            var unread = _buffer.Unread;
            var end = unread.IndexOf("\r\n\r\n"u8);
            if (end < 0)
            {
                ThrowIfInvalidStart(unread);
                return false;
            }

            _head = AnswerHead.Parse(unread[..end], _keeper);
            _buffer.Skip(end + 4);
            if (_head.Status >= 200)
            {
                (_body, _left) = ChooseFraming();
                return true;
            }

            MalformedAnswer.ThrowIf(_head.Status == 101, "it switches to a protocol that was not requested");
            _keeper?.Clear();
        }
    }

    private void ThrowIfInvalidStart(ReadOnlySpan<byte> unread)
    {
        var start = "HTTP/1."u8;
        var known = Math.Min(start.Length, unread.Length);
        MalformedAnswer.ThrowIf(!unread[..known].SequenceEqual(start[..known]), "its status line is invalid");
        _buffer.ThrowIfTooLong("The head of the answer");
    }

    // RFC 9112, section 6.3.
    private (BodyFraming Framing, long Length) ChooseFraming() => _head switch
    {
        _ when _toHead || _head.Status is 204 or 304 => (BodyFraming.KnownLength, 0),
        { Chunked: true } => (BodyFraming.Chunked, 0),
        { HasTransferEncoding: false, Length: { } length } => (BodyFraming.KnownLength, length),
        _ => (BodyFraming.UntilClosed, long.MaxValue),
    };

    private bool ReadBody()
    {
        if (_body == BodyFraming.Chunked)
        {
            return _chunks.Read(_buffer, _keeper, ref _bytes);
        }

        var taken = (int)Math.Min(_left, _buffer.Unread.Length);
        _keeper?.KeepBody(_buffer.Unread[..taken]);
        _buffer.Skip(taken);
        (_left, _bytes) = (_left - taken, _bytes + taken);
        return _left == 0;
    }
}
